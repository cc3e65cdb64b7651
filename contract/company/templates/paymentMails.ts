import type { TemplateSpec, Variable } from './template.ts';

const mail = <const V extends Readonly<Record<string, Variable>>>(
  spec: Omit<TemplateSpec, 'channel' | 'audience' | 'variables'> & { variables: V },
) => ({ channel: 'correo' as const, audience: 'cliente' as const, ...spec });

const cliente = { label: 'Cliente', example: 'Ana Pérez' };
const concepto = { label: 'Qué se paga', example: 'Cuota 3' };
const monto = { label: 'Monto', example: 'USD 250.00' };
const enlace = {
  label: 'Enlace personal a la compra',
  example: 'https://llave.example/clientes/mi-compra/PC-2026-00042?token=ejemplo',
  required: true,
  button: 'Ver mis pagos',
} as const;

/** Mails about what a buyer owes and has paid. */
export const PAYMENT_MAILS = {
  pago_recibido: mail({
    label: 'Reporte de pago recibido',
    when: 'Cuando el comprador reporta un pago, o corrige lo que reportó.',
    variables: {
      cliente,
      concepto,
      monto,
      corregido: { label: 'Escrito solo si corrige un reporte', example: 'sí' },
      enlace,
    },
    subject: 'Recibimos tu reporte de {{monto}}',
    body: 'Hola, {{cliente}}.\n\n{{#si corregido}}Corregimos tu reporte: ahora dice {{monto}} ({{concepto}}). {{/si}}Recibimos tu comprobante por {{monto}} ({{concepto}}). Contabilidad lo está revisando y te avisamos cuando esté confirmado.\n\nSi el monto no es el que pagaste, corrígelo desde aquí antes de que lo revisen:\n\n{{enlace}}',
  }),
  cuota_vencida: mail({
    label: 'Pago vencido',
    when: 'Al día siguiente, a los 10 y a los 30 días de vencer un pago.',
    variables: {
      cliente,
      concepto,
      monto,
      fecha: { label: 'Día en que vencía', example: '5 de marzo de 2026' },
      dias: { label: 'Días de atraso, en palabras', example: '10 días' },
      mora: { label: 'Escrito solo si ya está en mora', example: 'sí' },
      enlace,
    },
    subject: '{{concepto}}: tu pago de {{monto}} venció el {{fecha}}',
    body: 'Hola, {{cliente}}.\n\nTu pago de {{monto}} ({{concepto}}) venció hace {{dias}}.{{#si mora}} Tu plan de pago está en mora: escríbenos si necesitas otra fecha.{{/si}}\n\nSi ya pagaste, mándanos el comprobante desde aquí. Si no, aquí ves a qué cuenta pagar:\n\n{{enlace}}',
  }),
  pago_reversado: mail({
    label: 'Pago reversado',
    when: 'Cuando contabilidad reversa un pago que ya tenía recibo.',
    variables: {
      cliente,
      concepto,
      monto,
      recibo: { label: 'Recibo que ya no vale', example: 'R-000123' },
      motivo: { label: 'Motivo', example: 'El banco devolvió el cheque.' },
      enlace,
    },
    subject: 'El recibo {{recibo}} quedó sin efecto',
    body: 'Hola, {{cliente}}.\n\nReversamos tu pago de {{monto}} ({{concepto}}): el recibo {{recibo}} ya no vale.\nMotivo: {{motivo}}\n\nLo que cubría vuelve a estar pendiente. Míralo aquí o escríbenos:\n\n{{enlace}}',
  }),
  devolucion_pagada: mail({
    label: 'Devolución pagada',
    when: 'Cuando se paga la devolución de una compra que terminó.',
    variables: {
      cliente,
      monto,
      referencia: { label: 'Número de la transferencia', example: 'ACH-778812' },
      enlace: { ...enlace, button: 'Ver mi compra' },
    },
    subject: 'Te devolvimos {{monto}}',
    body: 'Hola, {{cliente}}.\n\nTransferimos {{monto}} a la cuenta que nos diste. Número de la transferencia: {{referencia}}.\n\nCómo se calculó lo ves aquí:\n\n{{enlace}}',
  }),
};
