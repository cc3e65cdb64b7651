import type { TemplateSpec, Variable } from './template.ts';

const mail = <const V extends Readonly<Record<string, Variable>>>(
  spec: Omit<TemplateSpec, 'channel' | 'audience' | 'variables'> & { variables: V },
) => ({ channel: 'correo' as const, audience: 'cliente' as const, ...spec });

const cliente = { label: 'Cliente', example: 'Ana Pérez' };
const enlace = {
  label: 'Enlace personal a la compra',
  example: 'https://llave.example/clientes/mi-compra/PC-2026-00042?token=ejemplo',
  required: true,
  button: 'Ver mi casa',
} as const;

/** Mails to buyers about the works of their house, in "tú". */
export const WORKS_MAILS = {
  obra_avance: mail({
    label: 'La obra pasó una etapa',
    when: 'Cuando se aprueban la fundación, el techo o toda la obra de la casa.',
    variables: { cliente, avance: { label: 'Qué se terminó', example: 'Tu casa ya tiene techo.' }, enlace },
    subject: 'Noticias de tu casa',
    body: 'Hola, {{cliente}}.\n\n{{avance}}\n\nMira las fotografías y cuándo termina:\n\n{{enlace}}',
  }),
  entrega_tarde: mail({
    label: 'La casa no estará a tiempo',
    when: 'Cuando un colega avisa que la obra pasa de la entrega prometida.',
    variables: {
      cliente,
      aviso: {
        label: 'El aviso, como lo escribió un colega',
        example: 'Tu casa no estará lista el 30 de noviembre de 2026.',
      },
      enlace,
    },
    subject: 'Sobre la entrega de tu casa',
    body: '{{aviso}}\n\n{{enlace}}',
  }),
  ticket_noticia: mail({
    label: 'Novedad de un ticket',
    when: 'Cuando cambia el estado de un ticket del comprador, o un colega le responde.',
    variables: {
      cliente,
      numero: { label: 'Número del ticket', example: 'TK-2026-00042' },
      asunto: { label: 'De qué se trata', example: 'Gotea el techo de la cocina' },
      noticia: { label: 'La novedad', example: 'Ya trabajamos en lo que nos pediste.' },
      estado: { label: 'Estado', example: 'En proceso' },
      enlace,
    },
    subject: '{{numero}}: {{asunto}}',
    body: 'Hola, {{cliente}}.\n\n{{noticia}}\n\n{{numero}}, {{asunto}}: {{estado}}.\n\n{{enlace}}',
  }),
};
