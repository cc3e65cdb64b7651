import { row, type FormCase, type Props } from '#web/office/ui/formCase.ts';
import { NewTicketDrawer } from './tickets/NewTicketDrawer.tsx';
import { TeamDrawer } from './tickets/TeamsPage.tsx';
import { AssignTicketDrawer, EditTicketDrawer } from './tickets/TicketDrawers.tsx';
import { LinkTicketDrawer, MergeTicketDrawer } from './tickets/OtherTicketDrawers.tsx';
import { WriteTicketDrawer } from './tickets/WriteTicketDrawer.tsx';
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

const named = { id: 7, name: 'Casa uno' };
const ticket = row<Props<typeof EditTicketDrawer>['ticket']>({
  code: 'TK-2026-00007',
  title: 'Gotea',
  description: '',
  department: named,
  category: named,
  priority: named,
  contact: null,
  contact_kind: null,
  contact_phone: null,
  contact_email: null,
  cover: null,
  quote_centavos: null,
  merged: [],
});
const team = row<Props<typeof TeamDrawer>['team']>({
  name: 'Post-venta',
  open: 0,
  members: [{ ...named, head: false, away: false, open: 0 }],
});
const TICKET_LISTS = {
  '/departments/list': [
    { id: 7, nombre: 'Casa uno' },
    { id: 9, nombre: 'Post-venta' },
  ],
  '/priorities/list': [
    { id: 7, nombre: 'Casa uno' },
    { id: 2, nombre: 'Media' },
  ],
  '/ticket/teams': [
    { ...named, open: 1, members: [{ id: 8, name: 'Luis Ríos', head: false, away: false, open: 1 }] },
  ],
};

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
  {
    name: 'NewTicketDrawer',
    form: (onClose) => <NewTicketDrawer onClose={onClose} />,
    types: { 'Código de la venta': 'PC-2026-00012', 'Qué pasa': 'Gotea el techo' },
    submit: 'Abrir ticket',
    sends: { venta: 'PC-2026-00012', titulo: 'Gotea el techo' },
    refused: ['venta', 'Código de la venta'],
    // It goes to the page of the new ticket.
    stays: true,
    reads: TICKET_LISTS,
  },
  {
    name: 'EditTicketDrawer',
    form: (onClose) => <EditTicketDrawer ticket={ticket} onClose={onClose} />,
    types: { 'Qué pasa': 'Gotea el techo' },
    submit: 'Guardar ticket',
    sends: { titulo: 'Gotea el techo', version: 3 },
    refused: ['titulo', 'Qué pasa'],
    fresh: { ...ticket, version: 4 },
    reads: TICKET_LISTS,
  },
  {
    name: 'AssignTicketDrawer',
    form: (onClose) => <AssignTicketDrawer ticket={ticket} onClose={onClose} />,
    types: { 'A quién': 'Luis Ríos · 1 abierto' },
    submit: 'Asignar',
    sends: { departamento_id: 7, asignado_id: 8 },
    refused: ['asignado_id', 'A quién'],
    reads: TICKET_LISTS,
  },
  {
    name: 'WriteTicketDrawer',
    form: (onClose) => <WriteTicketDrawer ticket={ticket} onClose={onClose} />,
    types: { 'Mensaje para el cliente': 'Vamos el jueves.' },
    submit: 'Enviar',
    sends: { texto: 'Vamos el jueves.' },
    refused: ['texto', 'Mensaje para el cliente'],
  },
  {
    name: 'MergeTicketDrawer',
    form: (onClose) => <MergeTicketDrawer ticket={ticket} onClose={onClose} />,
    types: { 'Número del otro ticket': 'TK-2026-00012' },
    submit: 'Unir',
    sends: { en: 'TK-2026-00012' },
    refused: ['en', 'Número del otro ticket'],
  },
  {
    name: 'LinkTicketDrawer',
    form: (onClose) => <LinkTicketDrawer ticket={ticket} onClose={onClose} />,
    types: { 'Número del otro ticket': 'TK-2026-00012' },
    submit: 'Enlazar',
    sends: { en: 'TK-2026-00012' },
    refused: ['en', 'Número del otro ticket'],
  },
  {
    name: 'TeamDrawer',
    form: (onClose) => <TeamDrawer team={team} onClose={onClose} />,
    types: { 'Quién dirige': 'Casa uno' },
    submit: 'Guardar departamento',
    sends: { miembros: [7], jefe_id: 7 },
    refused: ['jefe_id', 'Quién dirige'],
  },
];
