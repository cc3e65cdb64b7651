import type { TemplateSpec, Variable } from './template.ts';

const mail = <const V extends Readonly<Record<string, Variable>>>(
  spec: Omit<TemplateSpec, 'channel' | 'audience' | 'variables'> & { variables: V },
) => ({ channel: 'correo' as const, audience: 'personal' as const, ...spec });

/** Notices of the office by mail: one, or many together. */
export const NOTICE_MAILS = {
  lista_por_correo: mail({
    label: 'Lista o reporte por correo',
    when: 'A cada persona de una lista programada, el día y la hora que se eligió.',
    variables: {
      nombre: { label: 'Nombre de quien lo recibe', example: 'Ana Pérez' },
      titulo: { label: 'Título de la programación', example: 'Ventas de la semana' },
      lista: { label: 'Lista', example: 'Pre-contratos' },
      cifras: { label: 'Cifras', example: '· 42 filas\n· Valor: USD 1,250,000.00', required: true },
      quien: { label: 'Quién la programó; vacío si es quien la recibe', example: 'Luis Gil' },
      hasta: { label: 'Último día para descargarla', example: '7 de diciembre de 2026' },
      enlace: {
        label: 'Página de la lista',
        example: 'https://llave.example/oficina/listas-por-correo?lista=42',
        required: true,
        button: 'Ver y descargar',
      },
    },
    subject: '{{titulo}}',
    body: 'Hola, {{nombre}}.\n\n{{lista}}, con lo que tú puedes ver{{#si quien}}; la programó {{quien}}{{/si}}:\n{{cifras}}\n\nDescarga el archivo hasta el {{hasta}}. Se abre con tu usuario.\n\n{{enlace}}',
  }),
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
