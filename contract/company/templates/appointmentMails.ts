import type { TemplateSpec, Variable } from './template.ts';

const mail = <const V extends Readonly<Record<string, Variable>>>(
  spec: Omit<TemplateSpec, 'channel' | 'audience' | 'variables'> & { variables: V },
) => ({ channel: 'correo' as const, audience: 'cliente' as const, ...spec });

const cita = {
  cliente: { label: 'Cliente', example: 'Ana Pérez' },
  proyecto: { label: 'Proyecto', example: 'Valle Sereno' },
  fecha: { label: 'Día de la cita', example: 'lunes 23 de noviembre de 2026' },
  hora: { label: 'Hora', example: '10:00 a. m.' },
  lugar: { label: 'Dónde', example: 'Vía Interamericana, La Chorrera' },
  atiende: { label: 'Quién atiende', example: 'Kevin Quintero' },
  enlace: {
    label: 'Enlace a la cita',
    example: 'https://llave.example/citas/enlace/ejemplo',
    required: true,
    button: 'Ver mi cita',
  },
} as const;
const { cliente, proyecto, fecha, hora } = cita;
const otra = {
  label: 'Página para agendar otra',
  example: 'https://llave.example/citas/valle-sereno',
  required: true,
  button: 'Elegir otra hora',
} as const;

const visita = {
  cliente,
  casa: { label: 'Casa', example: 'Casa A-07, Valle Sereno' },
  fecha,
  hora,
  atiende: cita.atiende,
  enlace: cita.enlace,
} as const;

/**
 * Mails about visits to a project, to the person who booked, and to the house of a ticket. Booked, moved and cancelled ones have a
 * calendar file.
 */
export const APPOINTMENT_MAILS = {
  cita_agendada: mail({
    label: 'Cita agendada',
    when: 'Cuando alguien agenda una visita.',
    variables: cita,
    subject: 'Tu visita a {{proyecto}}: {{fecha}}, {{hora}}',
    body: 'Hola, {{cliente}}.\n\nTe esperamos el {{fecha}} a las {{hora}} en {{proyecto}}.{{#si lugar}}\nDónde: {{lugar}}{{/si}}\nTe atiende {{atiende}}.\n\nCon este enlace confirmas, cambias o cancelas tu cita:\n\n{{enlace}}',
  }),
  cita_movida: mail({
    label: 'Cita movida',
    when: 'Cuando la cita cambia de hora.',
    variables: cita,
    subject: 'Tu visita a {{proyecto}} ahora es el {{fecha}}, {{hora}}',
    body: 'Hola, {{cliente}}.\n\nTu cita cambió: te esperamos el {{fecha}} a las {{hora}} en {{proyecto}}.{{#si lugar}}\nDónde: {{lugar}}{{/si}}\nTe atiende {{atiende}}.\n\n{{enlace}}',
  }),
  cita_cancelada: mail({
    label: 'Cita cancelada',
    when: 'Cuando la cita se cancela.',
    variables: {
      cliente,
      proyecto,
      fecha,
      hora,
      motivo: { label: 'Motivo; vacío si la canceló el cliente', example: 'La caseta estará cerrada.' },
      enlace: otra,
    },
    subject: 'Tu visita a {{proyecto}} quedó cancelada',
    body: 'Hola, {{cliente}}.\n\nTu cita del {{fecha}} a las {{hora}} quedó cancelada.{{#si motivo}}\nMotivo: {{motivo}}{{/si}}\n\nCuando quieras, elige otra hora:\n\n{{enlace}}',
  }),
  cita_recordatorio: mail({
    label: 'Recordatorio de la cita',
    when: 'Un día y dos horas antes.',
    variables: cita,
    subject: 'Te esperamos el {{fecha}} a las {{hora}}',
    body: 'Hola, {{cliente}}.\n\nTe recordamos tu visita a {{proyecto}}: {{fecha}}, {{hora}}.{{#si lugar}}\nDónde: {{lugar}}{{/si}}\n\n¿Vienes? Confírmalo, o cambia la hora:\n\n{{enlace}}',
  }),
  cita_no_asistio: mail({
    label: 'No llegó a la cita',
    when: 'Una hora después de una cita a la que nadie llegó.',
    variables: { cliente, proyecto, enlace: otra },
    subject: '¿Buscamos otra hora para visitar {{proyecto}}?',
    body: 'Hola, {{cliente}}.\n\nHoy no pudimos atenderte. Si todavía quieres conocer {{proyecto}}, elige otra hora:\n\n{{enlace}}',
  }),
  cita_enlace: mail({
    label: 'Ya tenía una cita',
    when: 'Cuando alguien agenda con un celular que ya tiene una cita por venir.',
    variables: cita,
    subject: 'Ya tienes una visita a {{proyecto}}: {{fecha}}, {{hora}}',
    body: 'Hola, {{cliente}}.\n\nYa tienes una cita el {{fecha}} a las {{hora}} en {{proyecto}}. Con este enlace la cambias o la cancelas:\n\n{{enlace}}\n\nSi no fuiste tú, no hagas nada: tu cita sigue igual.',
  }),
  visita_agendada: mail({
    label: 'Visita a la casa, agendada o movida',
    when: 'Cuando se agenda o se mueve la visita a la casa de un ticket.',
    variables: visita,
    subject: 'Vamos a tu casa el {{fecha}} a las {{hora}}',
    body: 'Hola, {{cliente}}.\n\n{{atiende}} va a {{casa}} el {{fecha}} a las {{hora}} por lo que nos pediste. Por favor, que haya alguien en casa.\n\nCon este enlace confirmas, cambias o cancelas la visita:\n\n{{enlace}}',
  }),
  visita_recordatorio: mail({
    label: 'Recordatorio de la visita a la casa',
    when: 'Un día y dos horas antes.',
    variables: visita,
    subject: 'Vamos a tu casa el {{fecha}} a las {{hora}}',
    body: 'Hola, {{cliente}}.\n\nTe recordamos que {{atiende}} va a {{casa}}: {{fecha}}, {{hora}}.\n\n¿Habrá alguien en casa? Confírmalo, o cambia la hora:\n\n{{enlace}}',
  }),
  visita_cancelada: mail({
    label: 'Visita a la casa cancelada',
    when: 'Cuando la visita a la casa de un ticket se cancela.',
    variables: {
      cliente,
      casa: visita.casa,
      fecha,
      hora,
      motivo: { label: 'Motivo; vacío si la canceló el cliente', example: 'El técnico está enfermo.' },
    },
    subject: 'La visita a tu casa quedó cancelada',
    body: 'Hola, {{cliente}}.\n\nLa visita a {{casa}} del {{fecha}} a las {{hora}} quedó cancelada.{{#si motivo}}\nMotivo: {{motivo}}{{/si}}\n\nTe escribimos para buscar otra hora.',
  }),
};
