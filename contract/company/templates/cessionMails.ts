import type { TemplateSpec, Variable } from './template.ts';

const mail = <const V extends Readonly<Record<string, Variable>>>(
  spec: Omit<TemplateSpec, 'channel' | 'audience' | 'variables'> & { variables: V },
) => ({ channel: 'correo' as const, audience: 'cliente' as const, ...spec });

const cliente = { label: 'Cliente', example: 'Ana Pérez' };
const codigo = { label: 'Código del pre-contrato', example: 'PC-2026-00042' };
const modelo = { label: 'Modelo', example: 'Guayacán' };
const proyecto = { label: 'Proyecto', example: 'Valle Sereno' };
const enlace = {
  label: 'Enlace personal a la compra',
  example: 'https://llave.example/clientes/mi-compra/PC-2026-00042?token=ejemplo',
  required: true,
  button: 'Ver mi compra',
} as const;

/** To both sides of a cession that everybody signed. */
export const CESSION_MAILS = {
  cesion_recibida: mail({
    label: 'Cesión recibida',
    when: 'Cuando todos firmaron la cesión: a quien recibe la compra.',
    variables: {
      cliente,
      codigo,
      modelo,
      proyecto,
      cedente: { label: 'Quien cede la compra', example: 'Ana Ríos' },
      enlace: enlace,
    },
    subject: 'La compra de {{modelo}} ya es tuya',
    body: 'Hola, {{cliente}}.\n\n{{cedente}} te cedió la compra de {{modelo}} en {{proyecto}}. Tu pre-contrato es el {{codigo}}, y lo que ya se pagó cuenta en él. Sigue tu compra y envíanos tus documentos desde este enlace, que es solo tuyo:\n\n{{enlace}}',
  }),
  cesion_hecha: mail({
    label: 'Cesión hecha',
    when: 'Cuando todos firmaron la cesión: a quien cede la compra.',
    variables: {
      cliente,
      codigo,
      modelo,
      proyecto,
      cesionario: { label: 'Quien recibe la compra', example: 'Luis Vega' },
      enlace: enlace,
    },
    subject: 'Tu compra {{codigo}} quedó cedida',
    body: 'Hola, {{cliente}}.\n\nTodos firmaron: la compra de {{modelo}} en {{proyecto}} sigue a nombre de {{cesionario}}, con lo que habías pagado. Tus recibos y el documento firmado quedan aquí:\n\n{{enlace}}',
  }),
};
