import type { TemplateSpec, Variable } from './template.ts';

const mail = <const V extends Readonly<Record<string, Variable>>>(
  spec: Omit<TemplateSpec, 'channel' | 'audience' | 'variables'> & { variables: V },
) => ({ channel: 'correo' as const, audience: 'personal' as const, ...spec });

/** Notices of the office by mail: one, or many together. */
export const NOTICE_MAILS = {
  aviso: mail({
    label: 'Aviso de la oficina',
    when: 'A quien pidió sus avisos por correo, o cuando su celular ya no los recibe.',
    variables: {
      nombre: { label: 'Nombre de quien lo recibe', example: 'Ana Pérez' },
      tema: { label: 'Tema del aviso', example: 'Tarea que te dejan' },
      texto: { label: 'Qué pasó', example: 'Lizbeth te dejó una tarea: llamar al banco.' },
      enlace: {
        label: 'Página del aviso',
        example: 'https://llave.example/oficina/ventas/42',
        required: true,
        button: 'Abrir',
      },
    },
    subject: '{{tema}}',
    body: '{{texto}}\n\n{{enlace}}',
  }),
  resumen_avisos: mail({
    label: 'Resumen de avisos',
    when: 'Cada hora o cada mañana, a quien quiere sus avisos juntos.',
    variables: {
      nombre: { label: 'Nombre de quien lo recibe', example: 'Ana Pérez' },
      asunto: { label: 'Cuántos son, en palabras', example: 'Tienes 2 avisos' },
      avisos: {
        label: 'Los avisos',
        example: '· Ana Pérez cargó «Ficha».\n· Te toca PC-2026-00042, de Luis Gil.',
        required: true,
      },
      mas: { label: 'Cuántos más hay en la oficina; vacío si ninguno', example: '3' },
      enlace: {
        label: 'Página de los avisos',
        example: 'https://llave.example/oficina/avisos',
        required: true,
        button: 'Ver mis avisos',
      },
    },
    subject: '{{asunto}}',
    body: 'Hola, {{nombre}}.\n\n{{avisos}}{{#si mas}}\n\nY {{mas}} más.{{/si}}\n\n{{enlace}}',
  }),
};
