import type { TemplateSpec, Variable } from './template.ts';

const mail = <const V extends Readonly<Record<string, Variable>>>(
  spec: Omit<TemplateSpec, 'channel' | 'audience' | 'variables'> & { variables: V },
) => ({ channel: 'correo' as const, audience: 'cliente' as const, ...spec });

const cliente = { label: 'Cliente', example: 'Ana Pérez' };
const codigo = { label: 'Código del pre-contrato', example: 'PC-2026-00042' };
const modelo = { label: 'Modelo', example: 'Guayacán' };
const proyecto = { label: 'Proyecto', example: 'Valle Sereno' };
const lote = { label: 'Lote', example: 'A-07' };
const enlace = (button: string) =>
  ({
    label: 'Enlace personal a la compra',
    example: 'https://llave.example/clientes/mi-compra/PC-2026-00042?token=ejemplo',
    required: true,
    button,
  }) as const;

/** Reminders to buyers of what waits for them, in "tú". */
export const REMINDER_MAILS = {
  firma_pendiente: mail({
    label: 'Firma pendiente',
    when: 'A las 24 y a las 72 horas de recibido el pre-contrato, mientras no lo firme.',
    variables: { cliente, codigo, modelo, proyecto, enlace: enlace('Leer y firmar') },
    subject: 'Falta tu firma en el pre-contrato {{codigo}}',
    body: 'Hola, {{cliente}}.\n\nTu pre-contrato {{codigo}} de {{modelo}} en {{proyecto}} espera tu firma. Léelo con calma y fírmalo con el dedo desde tu celular. Si algo no está bien, ahí mismo nos lo dices.\n\n{{enlace}}',
  }),
  reserva_pendiente: mail({
    label: 'Reserva sin terminar',
    when: 'Una sola vez, unas horas después de apartar un lote, si no terminó su formulario.',
    variables: {
      cliente,
      modelo,
      proyecto,
      lote,
      libre: { label: '«sí» si el lote sigue libre; vacío si no', example: 'sí' },
      enlace: enlace('Terminar mi reserva'),
    },
    subject: 'Termina tu reserva en {{proyecto}}',
    body: 'Hola, {{cliente}}.\n\nApartaste el lote {{lote}} para tu {{modelo}} en {{proyecto}} y el tiempo para llenar tus datos se acabó. {{#si libre}}El lote sigue libre.{{/si}} Lo que escribiste está guardado: sigue donde quedaste.\n\n{{enlace}}\n\nEs el único recordatorio que te enviamos. Si ya no te interesa, no hagas nada: después de un tiempo borramos lo que escribiste.',
  }),
  documentos_recordatorio: mail({
    label: 'Recordatorio de documentos',
    when: 'Cada cierto número de días (en Ajustes), mientras falten documentos del comprador.',
    variables: {
      cliente,
      codigo,
      documentos: { label: 'Lista de documentos', example: '· Carta de trabajo\n· Recibo de luz' },
      asunto: { label: 'Cuántos faltan, en palabras', example: 'Aún nos faltan 2 documentos' },
      enlace: enlace('Subir documentos'),
    },
    subject: '{{asunto}}',
    body: 'Hola, {{cliente}}.\n\nPara seguir con tu compra {{codigo}} aún necesitamos:\n{{documentos}}\n\nTómales una foto desde aquí. Si te cuesta conseguir alguno, escríbenos y te ayudamos.\n\n{{enlace}}',
  }),
};
