import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { MoneyText } from '#contract/money.ts';
import {
  Deed,
  DeedChange,
  DeedFilter,
  DeedRate,
  DeedRateForm,
  DeedRow,
  DeedStatusChange,
  deedLine,
} from './model.ts';
import { CERTIFICATE_NAMES } from './rules.ts';
import { DEED_TAX_NAMES } from './taxes.ts';

const base = '/api/legal/deeds';
const one = `${base}/:id` as const;
const params = z.object({ id: Id });
const record = data(Deed);
const version = z.number().int().optional();
/** A step of a deed moves its sale, the sale's stages, and with the inscription the lot. */
const touches = ['escritura', 'precontrato', 'etapa', 'lote', 'comentario'] as const;
const shows = ['escritura', 'precontrato', 'expediente_vivienda', 'solicitud', 'carta_promesa'] as const;

export const DEED_FILE = {
  maxCount: 1,
  maxSize: 10 * 1_048_576,
  types: ['application/pdf', 'image/jpeg', 'image/png'],
} as const;

export const listDeeds = endpoint({
  method: 'GET',
  path: base,
  access: 'legal.ver',
  shows,
  summary: 'Las escrituras, con quién las tiene y qué las detiene',
  query: DeedFilter,
  answer: page(DeedRow),
  exports: exportsOf(DeedRow, {
    title: 'Escrituras',
    permission: 'legal.exportar',
    columns: [
      { key: 'id', title: 'Cliente', type: 'text', width: 30, value: (row) => row.name },
      { key: 'codigo', of: 'id', title: 'Pre-contrato', type: 'text', value: (row) => row.sale.code },
      { key: 'proyecto', title: 'Proyecto', type: 'text', width: 24, value: (row) => row.project.name },
      { key: 'lote', of: 'proyecto', title: 'Lote', type: 'text', value: (row) => row.lote },
      { key: 'estado', title: 'Estado', type: 'text', width: 26, value: (row) => row.state.name },
      { key: 'quien', of: 'estado', title: 'Quién la tiene', type: 'text', value: (row) => row.holder },
      { key: 'state_since', title: 'Desde', type: 'instant', value: (row) => row.state_since },
      { key: 'due_on', title: 'Debería pasar antes de', type: 'date', value: (row) => row.due_on },
      { key: 'abogado', title: 'Abogado', type: 'text', width: 24, value: (row) => row.lawyer?.name },
      { key: 'banco', title: 'Banco', type: 'text', width: 22, value: (row) => row.bank },
      { key: 'letter_until', title: 'Carta vence', type: 'date', value: (row) => row.letter_until },
      { key: 'notaria', title: 'Notaría', type: 'text', value: (row) => row.notary },
      { key: 'numero', title: 'Escritura n.º', type: 'text', value: (row) => row.number },
      { key: 'entrada', title: 'Entrada', type: 'text', value: (row) => row.entry },
      {
        key: 'detiene',
        title: 'Qué la detiene',
        type: 'text',
        width: 44,
        value: (row) => row.blocked.join(' '),
      },
    ],
    filters: {
      estado_id: { label: 'Estado', of: 'catalog:writing_status' },
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      abogado_id: { label: 'Abogado', of: 'usuario' },
      mias: { label: 'Mías', values: { 1: 'Sí', 0: 'No' } },
      tardias: { label: 'Tardías', values: { 1: 'Sí', 0: 'No' } },
      todas: { label: 'Todas', values: { 1: 'Sí', 0: 'No' } },
      q: { label: 'Búsqueda' },
    },
  }),
});

/** The first cards of each state, the longest there first. */
export const deedBoard = endpoint({
  method: 'GET',
  path: `${base}/board`,
  access: 'legal.ver',
  shows,
  summary: 'Las escrituras por estado, con lo que detiene a cada una',
  query: DeedFilter.pick({ proyecto_id: true, abogado_id: true, mias: true, tardias: true, q: true }),
  answer: data(
    z.array(
      z.object({
        state: z.object({ id: z.number().int(), name: z.string() }),
        total: z.number().int(),
        rows: z.array(DeedRow),
      }),
    ),
  ),
});

export const getDeed = endpoint({
  method: 'GET',
  path: one,
  access: 'legal.ver',
  shows,
  summary: 'Una escritura con sus impuestos, paz y salvos, entradas y lo que se puede hacer con ella',
  params,
  answer: record,
});

/** The deeds of a sale: the current one first, then the void ones. */
export const deedsOfSale = endpoint({
  method: 'GET',
  path: '/api/sale/precontracts/:id/deeds',
  access: 'legal.ver',
  shows,
  summary: 'Las escrituras de una venta, y si se puede abrir otra',
  params,
  answer: data(z.object({ deeds: z.array(DeedRow), why_not_open: z.string().nullable() })),
});

export const openDeed = endpoint({
  method: 'POST',
  path: base,
  access: 'legal.crear',
  touches,
  summary: 'Abre la escritura de una venta que está en escritura y no tiene una',
  body: z.object({ venta_id: Id }),
  answer: record,
  status: 201,
  errors: ['TRANSITION', 'DEED_OPEN'],
  idempotent: true,
});

export const changeDeedStatus = endpoint({
  method: 'PATCH',
  path: `${one}/status`,
  access: 'legal.ver',
  touches,
  summary: 'Cambia el estado de una escritura con lo que registra cada paso',
  params,
  body: z.object({ params: DeedStatusChange }),
  answer: record,
  errors: ['TRANSITION', 'STALE'],
});

export const changeDeed = endpoint({
  method: 'PATCH',
  path: one,
  access: 'legal.crear',
  touches: ['escritura'],
  summary: 'Corrige los datos de una escritura, o anota una firma',
  params,
  body: DeedChange.extend({ version }),
  answer: record,
  errors: ['STALE'],
});

export const payDeedTax = endpoint({
  method: 'POST',
  path: `${one}/taxes`,
  access: ['legal.editar', 'legal.crear'],
  touches: ['escritura', 'precontrato', 'etapa'],
  summary: 'Registra la boleta de un impuesto de la escritura, o por qué está exenta',
  params,
  body: z.object({
    impuesto: z.enum(DEED_TAX_NAMES),
    /** 1: exempt; then the reason replaces receipt and amount. */
    exento: z.enum(['0', '1']).default('0'),
    boleta: deedLine(40).default(''),
    fecha: IsoDate,
    monto: MoneyText.optional(),
    motivo: z.string().trim().max(300).default(''),
  }),
  files: { archivo: DEED_FILE },
  answer: record,
  status: 201,
  errors: ['TRANSITION'],
  idempotent: true,
});

export const fileCertificate = endpoint({
  method: 'POST',
  path: `${one}/certificates`,
  access: ['legal.editar', 'legal.crear'],
  touches: ['escritura', 'precontrato', 'etapa'],
  summary: 'Guarda un paz y salvo con su vigencia; el anterior queda entre los archivos',
  params,
  body: z.object({
    tipo: z.enum(CERTIFICATE_NAMES),
    numero: deedLine(40).min(1, { error: 'Escribe el número.' }),
    emitido: IsoDate,
    vence: IsoDate,
  }),
  files: { archivo: DEED_FILE },
  answer: record,
  status: 201,
  errors: ['TRANSITION'],
  idempotent: true,
});

export const askVoidDeed = endpoint({
  method: 'POST',
  path: `${one}/void`,
  access: 'legal.anular',
  touches: ['escritura', 'precontrato'],
  summary: 'Pide anular una escritura; la decide otra persona',
  params,
  body: z.object({ motivo: z.string().trim().min(3, { error: 'Escribe el motivo.' }).max(500), version }),
  answer: record,
  errors: ['TRANSITION', 'STALE'],
});

export const dropVoidDeed = endpoint({
  method: 'DELETE',
  path: `${one}/void`,
  access: 'legal.anular',
  touches: ['escritura', 'precontrato'],
  summary: 'Retira o rechaza la anulación pedida; la escritura sigue',
  params,
  answer: record,
  errors: ['TRANSITION'],
});

export const listDeedRates = endpoint({
  method: 'GET',
  path: `${base}/rates`,
  access: 'legal.ver',
  shows: ['tasa_escritura'],
  summary: 'Las tasas de los impuestos de una escritura, con su vigencia',
  answer: data(z.array(DeedRate)),
});

export const addDeedRate = endpoint({
  method: 'POST',
  path: `${base}/rates`,
  access: 'contabilidad.aprobar',
  touches: ['tasa_escritura', 'escritura'],
  summary: 'Agrega una tasa con su vigencia',
  body: DeedRateForm,
  answer: data(DeedRate),
  status: 201,
  errors: ['TAKEN'],
  idempotent: true,
});

export const changeDeedRate = endpoint({
  method: 'PATCH',
  path: `${base}/rates/:id`,
  access: 'contabilidad.aprobar',
  touches: ['tasa_escritura', 'escritura'],
  summary: 'Cambia una tasa, o la termina con su última fecha; lo ya pagado conserva la suya',
  params,
  body: DeedRateForm.extend({ version }),
  answer: data(DeedRate),
  errors: ['STALE', 'TAKEN'],
});
