import { row, type FormCase, type Props } from '#web/office/ui/formCase.ts';
import { QuickDrawer } from './inbox/QuickDrawer.tsx';
import { BotRulesForm } from './chatbot/BotRulesTab.tsx';
import { NewTestDrawer } from './chatbot/NewTestDrawer.tsx';
import { PublishDrawer } from './chatbot/PublishDrawer.tsx';
import { TeachDrawer } from './chatbot/TeachDrawer.tsx';
import { TrainDrawer } from './chatbot/TrainDrawer.tsx';
import { TryForm } from './chatbot/TryForm.tsx';

const source = row<NonNullable<Props<typeof TrainDrawer>['source']>>({
  kind: 'direccion',
  title: 'Preguntas',
  url: 'https://casas.test/preguntas',
  question: null,
});

/** This feature group's forms. */
export const careForms: FormCase[] = [
  {
    name: 'TrainDrawer',
    form: (onClose) => <TrainDrawer source={source} onClose={onClose} />,
    types: { Dirección: 'https://casas.test/otra' },
    submit: 'Reemplazar',
    sends: { 'urls[]': 'https://casas.test/otra' },
    refused: ['urls', 'Dirección'],
  },
  {
    name: 'TeachDrawer',
    form: (onClose) => <TeachDrawer pregunta="¿Hay piscina?" onClose={onClose} />,
    types: { Respuesta: 'Sí, una.' },
    submit: 'Enseñar',
    sends: { pregunta: '¿Hay piscina?', respuesta: 'Sí, una.' },
    refused: ['respuesta', 'Respuesta'],
  },
  {
    name: 'NewTestDrawer',
    form: (onClose) => <NewTestDrawer onClose={onClose} />,
    types: { Pregunta: '¿Quién ganó?', 'Qué debe hacer': 'Que diga que no sabe' },
    submit: 'Agregar prueba',
    sends: { pregunta: '¿Quién ganó?', espera: 'no_sabe' },
    refused: ['pregunta', 'Pregunta'],
    reads: { '/chatbot/sources': [] },
  },
  {
    name: 'PublishDrawer',
    form: (onClose) => <PublishDrawer onClose={onClose} />,
    types: { 'Qué cambia': 'El folleto nuevo' },
    submit: 'Publicar',
    sends: { nota: 'El folleto nuevo' },
    refused: ['nota', 'Qué cambia'],
  },
  {
    name: 'BotRulesForm',
    form: () => <BotRulesForm rules={{ mode: 'nunca', returnHours: 12 }} />,
    types: { 'El chatbot responde': 'Siempre, hasta que responda una persona' },
    submit: 'Guardar',
    sends: { mode: 'siempre', returnHours: 12 },
    refused: ['returnHours', 'Horas de silencio para que vuelva'],
    stays: true,
  },
  {
    name: 'TryForm',
    form: (onClose) => <TryForm onTried={onClose} />,
    types: { Pregunta: '¿Hay piscina?' },
    submit: 'Preguntar',
    sends: { pregunta: '¿Hay piscina?', contenido: 'borrador' },
    refused: ['pregunta', 'Pregunta'],
  },
  {
    name: 'QuickDrawer',
    form: (onClose) => <QuickDrawer answer={null} onClose={onClose} />,
    types: { Atajo: 'horario', Respuesta: 'Abrimos a las 8.' },
    submit: 'Agregar',
    sends: { shortcut: 'horario', text: 'Abrimos a las 8.', role_id: null },
    refused: ['shortcut', 'Atajo'],
  },
];
