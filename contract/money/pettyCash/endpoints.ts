import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { StatusChange } from '#contract/transitions.ts';
import { CountForm, Fund, FundChange, FundClose, FundForm, FundRow, VoucherForm } from './model.ts';

const params = z.object({ id: Id });
const funds = '/api/payables/petty_cash';
const MOVES = ['caja_menuda', 'comprobante_caja', 'reposicion_caja'] as const;
const record = data(Fund);

export const VOUCHER_PHOTO = {
  maxCount: 1,
  maxSize: 10 * 1_048_576,
  types: ['application/pdf', 'image/jpeg', 'image/png'],
  maxPixels: 50_000_000,
} as const;

export const listFunds = endpoint({
  method: 'GET',
  path: funds,
  access: 'contabilidad.ver',
  shows: MOVES,
  summary: 'Las cajas menudas, con lo que debe haber en cada una',
  answer: data(z.array(FundRow)),
});

export const findFund = endpoint({
  method: 'GET',
  path: `${funds}/:id`,
  access: 'contabilidad.ver',
  shows: ['caja_menuda', 'lote_pago'],
  summary: 'Una caja menuda con sus comprobantes, arqueos y reposiciones',
  params,
  answer: record,
});

export const listCustodians = endpoint({
  method: 'GET',
  path: `${funds}/custodians`,
  access: 'contabilidad.ver',
  shows: ['user'],
  summary: 'Quién puede custodiar una caja menuda',
  answer: data(z.array(z.object({ id: z.number().int(), name: z.string() }))),
});

export const createFund = endpoint({
  method: 'POST',
  path: funds,
  access: 'contabilidad.aprobar',
  touches: MOVES,
  summary: 'Abre una caja menuda',
  body: FundForm,
  answer: record,
  status: 201,
  errors: ['NAME_TAKEN'],
  idempotent: true,
});

export const changeFund = endpoint({
  method: 'PUT',
  path: `${funds}/:id`,
  access: 'contabilidad.aprobar',
  touches: MOVES,
  summary: 'Cambia el nombre, el proyecto o quién custodia una caja menuda',
  params,
  body: FundChange,
  answer: record,
  errors: ['NAME_TAKEN', 'STALE', 'TRANSITION'],
});

export const closeFund = endpoint({
  method: 'POST',
  path: `${funds}/:id/close`,
  access: 'contabilidad.aprobar',
  touches: MOVES,
  summary: 'Cierra una caja menuda: su dinero, contado, vuelve al banco',
  params,
  body: FundClose,
  answer: record,
  errors: ['STALE', 'TRANSITION'],
  idempotent: true,
});

export const addVoucher = endpoint({
  method: 'POST',
  path: `${funds}/:id/vouchers`,
  access: 'contabilidad.crear',
  touches: MOVES,
  summary: 'Registra un gasto de caja menuda, con la foto de su comprobante',
  params,
  body: VoucherForm,
  files: { foto: VOUCHER_PHOTO },
  answer: record,
  status: 201,
  errors: ['TRANSITION'],
  idempotent: true,
});

export const voidVoucher = endpoint({
  method: 'POST',
  path: `${funds}/:id/vouchers/:voucher/void`,
  access: 'contabilidad.anular',
  touches: MOVES,
  summary: 'Anula un comprobante que ninguna reposición tomó',
  params: params.extend({ voucher: Id }),
  body: z.object({ reason: z.string().trim().min(3, { error: 'Escribe el motivo.' }).max(300) }),
  answer: record,
  errors: ['TRANSITION'],
});

export const countFund = endpoint({
  method: 'POST',
  path: `${funds}/:id/counts`,
  access: 'contabilidad.crear',
  touches: MOVES,
  summary: 'Arqueo: cuenta el efectivo de una caja menuda; la diferencia lleva motivo',
  params,
  body: CountForm,
  answer: record,
  status: 201,
  idempotent: true,
});

export const askReplenishment = endpoint({
  method: 'POST',
  path: `${funds}/:id/replenishments`,
  access: 'contabilidad.crear',
  touches: MOVES,
  summary: 'Pide la reposición de los comprobantes de una caja menuda',
  params,
  body: z.object({}),
  answer: record,
  status: 201,
  errors: ['TRANSITION'],
  idempotent: true,
});

export const changeReplenishmentStatus = endpoint({
  method: 'PATCH',
  path: '/api/payables/petty_replenishments/:id/status',
  access: 'contabilidad.ver',
  touches: MOVES,
  summary: 'Aprueba o rechaza una reposición',
  params,
  body: StatusChange,
  answer: record,
  errors: ['STALE', 'TRANSITION'],
});
