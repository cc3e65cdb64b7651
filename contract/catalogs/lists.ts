import { z } from 'zod';
import { catalog, type Catalog } from './catalog.ts';
import {
  documentTypes,
  employmentStatus,
  kinships,
  lotStates,
  lotTypes,
  origins,
  rejectionReasons,
  sectors,
  withdrawalReasons,
} from './innerLists.ts';
import { districts, provinces } from './places.ts';

// Ids and labels of domain.md §2; they never change their meaning.

/** states_precontract: the states of a sale. */
export const precontractStates = catalog({
  name: 'states_precontract',
  title: 'Estados del pre-contrato',
  kind: 'fixed',
  path: '/api/sale/states_precontract/list',
  access: 'ventas.ver',
  label: 'name',
  rows: [
    [1, 'Borrador'],
    [2, 'Recibido'],
    [3, 'En revisión'],
    [4, 'Documentos pendientes'],
    [5, 'Expediente completo'],
    [6, 'En trámite bancario'],
    [7, 'Rechazado por bancos'],
    [8, 'Carta promesa emitida'],
    [9, 'Promesa en firma'],
    [10, 'Promesa firmada'],
    [11, 'En escritura'],
    [12, 'Inscrito'],
    [13, 'Desembolsado'],
    [14, 'Entregado'],
    [15, 'Cerrado'],
    [16, 'Desistido por el cliente'],
    [17, 'Separación vencida'],
    [18, 'Rescindido'],
    [19, 'Cedido'],
  ],
});

export const documentStatus = catalog({
  name: 'document_status',
  title: 'Estados de los documentos',
  kind: 'fixed',
  path: '/api/sale/document_status/list',
  access: 'ventas.ver',
  label: 'name',
  extra: { name_id: z.string() },
  rows: [
    [1, 'Pendiente', { name_id: 'pendiente' }],
    [2, 'Cargado', { name_id: 'cargado' }],
    [3, 'En revisión', { name_id: 'en_revision' }],
    [4, 'Aprobado', { name_id: 'aprobado' }],
    [5, 'Rechazado', { name_id: 'rechazado' }],
    [6, 'Vencido', { name_id: 'vencido' }],
    [7, 'No aplica', { name_id: 'no_aplica' }],
    [8, 'Por firmar', { name_id: 'por_firmar' }],
    [9, 'Firmado', { name_id: 'firmado' }],
    [10, 'Firma rechazada', { name_id: 'firma_rechazada' }],
    [11, 'Reemplazado', { name_id: 'reemplazado' }],
  ],
});

/** costumer_payments_status (the wire's own spelling). */
export const paymentStatus = catalog({
  name: 'costumer_payments_status',
  title: 'Estados de los pagos de clientes',
  kind: 'fixed',
  path: '/api/sale/costumer_payments_status/list',
  access: 'ventas.ver',
  label: 'name',
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

export const latestActions = catalog({
  name: 'latest_actions',
  title: 'Última acción del cliente',
  kind: 'fixed',
  path: '/api/sale/latest_actions/list',
  access: 'ventas.ver',
  label: 'nombre',
  rows: [
    [1, 'Sin contacto'],
    [2, 'Llamada contestada'],
    [3, 'No contestó'],
    [4, 'Mensaje enviado'],
    [5, 'Respondió mensaje'],
    [6, 'Agendó cita'],
    [7, 'Visitó el proyecto'],
    [8, 'Llenó formulario'],
    [9, 'Cargó documentos'],
    [10, 'Reportó pago'],
    [11, 'Firmó documento'],
    [12, 'Rechazó firma'],
    [13, 'Solicitó cambio'],
    [14, 'Solicitó desistir'],
    [15, 'Recibió vivienda'],
  ],
});

/** How a customer came to its processor. */
export const assignmentTypes = catalog({
  name: 'type_assignments',
  title: 'Tipos de asignación',
  kind: 'fixed',
  path: '/api/sale/type_assignments/list',
  access: 'ventas.ver',
  label: 'name',
  rows: [
    [1, 'Automática (menor carga)'],
    [2, 'Manual'],
    [3, 'Reasignación'],
    [4, 'Por campaña'],
    [5, 'Por proyecto'],
    [6, 'Temporal (vacaciones)'],
  ],
});

/** tipo_pagos: what a payment is for. */
export const paymentTypes = catalog({
  name: 'tipo_pagos',
  title: 'Tipos de pago',
  kind: 'fixed',
  path: '/api/tipo_pagos/list',
  access: 'staff',
  label: 'name',
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

/** By which means money comes. 5, cash, exists for history only (Ley 23 de 2015). */
export const bankPaymentTypes = catalog({
  name: 'bank_payment_types',
  title: 'Medios de pago',
  kind: 'extensible',
  path: '/api/bank_payment_types/list',
  access: 'staff',
  label: 'name',
  extra: { disabled: z.boolean().default(false).meta({ title: 'No se puede elegir' }) },
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

/** bank_type: the banks; `hipotecas` marks those that lend for houses in our market. */
export const banks = catalog({
  name: 'bank_type',
  title: 'Bancos',
  kind: 'extensible',
  path: '/api/bank_type/list',
  access: 'staff',
  label: 'nombre',
  inner: { hipotecas: z.boolean().default(false).meta({ title: 'Da hipotecas' }) },
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

/** Every list there is; the table, the calls and the office's screen are made from it. */
export const CATALOGS: readonly Catalog[] = [
  precontractStates,
  documentStatus,
  paymentStatus,
  latestActions,
  assignmentTypes,
  paymentTypes,
  bankPaymentTypes,
  banks,
  lotStates,
  lotTypes,
  kinships,
  sectors,
  employmentStatus,
  documentTypes,
  origins,
  withdrawalReasons,
  rejectionReasons,
  provinces,
  districts,
];
