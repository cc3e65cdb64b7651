import type { TemplateSpec, Variable } from './template.ts';

const mail = <const V extends Readonly<Record<string, Variable>>>(
  spec: Omit<TemplateSpec, 'channel' | 'audience' | 'variables'> & { variables: V },
) => ({ channel: 'correo' as const, audience: 'cliente' as const, ...spec });

/** Mails to buyers about answers of banks, in "tú". */
export const BANK_MAILS = {
  banco_respondio: mail({
    label: 'Respuesta de un banco',
    when: 'Cuando un banco responde a la solicitud, o emite la carta promesa.',
    variables: {
      cliente: { label: 'Cliente', example: 'Ana Pérez' },
      banco: { label: 'Banco', example: 'Banco General' },
      respuesta: { label: 'Qué respondió', example: 'El banco aprobó tu préstamo.' },
      enlace: {
        label: 'Enlace personal a la compra',
        example: 'https://llave.example/clientes/mi-compra/PC-2026-00042?token=ejemplo',
        required: true,
        button: 'Ver mi compra',
      },
    },
    subject: '{{banco}} respondió a tu solicitud',
    body: 'Hola, {{cliente}}.\n\n{{banco}}: {{respuesta}}\n\nMira cómo va tu compra y qué sigue:\n\n{{enlace}}',
  }),
};
