import { z } from 'zod';
import { catalog } from './catalog.ts';

// Ids and labels of domain.md §2; they never change their meaning.

export const paymentStatus = catalog({
  name: 'costumer_payments_status',
  title: 'Estados de los pagos de clientes',
  module: 'pagos',
  kind: 'fixed',
  path: '/api/sale/costumer_payments_status/list',
  access: 'ventas.ver',
  label: 'name',
  uses: [{ table: 'payments', column: 'state_id' }],
  rows: [
    [1, 'Pendiente'],
    [2, 'Reportado'],
    [3, 'En verificación'],
    [4, 'Confirmado'],
    [5, 'Rechazado'],
    [6, 'Pago parcial'],
    [7, 'Vencido'],
    [8, 'Reembolsado'],
    [9, 'Anulado'],
  ],
});

export const paymentTypes = catalog({
  name: 'tipo_pagos',
  title: 'Tipos de pago',
  module: 'pagos',
  kind: 'fixed',
  path: '/api/tipo_pagos/list',
  access: 'staff',
  label: 'name',
  uses: [{ table: 'payments', column: 'type_id' }],
  rows: [
    [1, 'Separación'],
    [2, 'Abono inicial'],
    [3, 'Cuota de abono'],
    [4, 'Gastos legales y de trámite'],
    [5, 'Mejoras / extras'],
    [6, 'Desembolso hipotecario'],
    [7, 'Pago de contado'],
    [8, 'Devolución'],
    [9, 'Otro'],
  ],
});

export const bankPaymentTypes = catalog({
  name: 'bank_payment_types',
  title: 'Medios de pago',
  module: 'pagos',
  kind: 'extensible',
  path: '/api/bank_payment_types/list',
  access: 'staff',
  label: 'name',
  extra: { disabled: z.boolean().default(false).meta({ title: 'No se puede elegir' }) },
  uses: [{ table: 'payments', column: 'bank_payment_type_id' }],
  rows: [
    [1, 'Transferencia ACH'],
    [2, 'Transferencia internacional'],
    [3, 'Cheque'],
    [4, 'Cheque de gerencia / certificado'],
    [5, 'Efectivo', { disabled: true }],
    [6, 'Depósito en cuenta'],
    [7, 'Yappy'],
    [8, 'Tarjeta de crédito/débito'],
    [9, 'Carta promesa de pago'],
  ],
});

const lends = { hipotecas: true };

export const banks = catalog({
  name: 'bank_type',
  title: 'Bancos',
  module: 'contabilidad',
  kind: 'extensible',
  path: '/api/bank_type/list',
  access: 'staff',
  label: 'nombre',
  inner: { hipotecas: z.boolean().default(false).meta({ title: 'Da hipotecas' }) },
  uses: [
    { table: 'payments', column: 'bank_id' },
    { table: 'bank_accounts', column: 'bank_id' },
    { table: 'project_banks', column: 'bank_id' },
  ],
  rows: [
    [1, 'Banco General', lends],
    [2, 'Banco Nacional de Panamá', lends],
    [3, 'Caja de Ahorros', lends],
    [4, 'Banistmo', lends],
    [5, 'BAC Credomatic', lends],
    [6, 'Global Bank', lends],
    [7, 'Multibank', lends],
    [8, 'Banesco Panamá', lends],
    [9, 'Davivienda Panamá', lends],
    [10, 'Banco La Hipotecaria', lends],
    [11, 'Credicorp Bank', lends],
    [12, 'Metrobank', lends],
    [13, 'Towerbank', lends],
    [14, 'St. Georges Bank', lends],
    [15, 'Mercantil Banco'],
    [16, 'Unibank'],
    [17, 'Prival Bank'],
    [18, 'Banco Aliado'],
    [19, 'Banisi', lends],
    [20, 'Lafise'],
    [21, 'BCT Bank'],
    [22, 'Banco Delta'],
    [23, 'MMG Bank'],
    [24, 'Canal Bank'],
    [25, 'Banco Hipotecario Nacional'],
    [26, 'Cooperativa Profesionales'],
    [27, 'Otra cooperativa / financiera'],
    [28, 'Otro'],
  ],
});
