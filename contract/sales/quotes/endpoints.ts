import { z } from 'zod';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { NewQuote, QuoteFigures, QuoteFilter, QuoteRecord, QuoteRevision, QuoteRow } from './model.ts';
import { QUOTE_STATES } from './rules.ts';

const base = '/api/quotes';
const one = `${base}/:id` as const;
const params = z.object({ id: Id });
const record = data(QuoteRecord);
const version = z.number().int();
const reason = z.string().trim().min(3, { error: 'Escribe el motivo.' }).max(400);

export const listQuotes = endpoint({
  method: 'GET',
  path: base,
  access: 'ventas.ver',
  shows: ['proforma'],
  summary: 'Las proformas, con sus filtros',
  query: QuoteFilter,
  answer: page(QuoteRow),
  exports: exportsOf(QuoteRow, {
    title: 'Proformas',
    permission: 'ventas.exportar',
    columns: [
      { key: 'codigo', of: 'id', title: 'Proforma', type: 'text', width: 16, value: (row) => row.code },
      { key: 'numero', of: 'id', title: 'Versión', type: 'number', width: 8, value: (row) => row.number },
      { key: 'cliente', title: 'Cliente', type: 'text', width: 28, value: (row) => row.person.name },
      { key: 'estado', title: 'Estado', type: 'text', width: 20, value: (row) => row.state.name },
      {
        key: 'proyecto',
        of: 'vivienda',
        title: 'Proyecto',
        type: 'text',
        width: 24,
        value: (row) => row.project.name,
      },
      {
        key: 'modelo',
        of: 'vivienda',
        title: 'Modelo',
        type: 'text',
        width: 18,
        value: (row) => row.model.name,
      },
      { key: 'lote', of: 'vivienda', title: 'Lote', type: 'text', width: 9, value: (row) => row.lot?.lote },
      { key: 'price_centavos', title: 'Precio', type: 'money', value: (row) => row.price_centavos },
      {
        key: 'descuento',
        of: 'price_centavos',
        title: 'Descuento',
        type: 'money',
        value: (row) => row.discount_centavos,
      },
      { key: 'letra', title: 'Letra', type: 'money', value: (row) => row.monthly_centavos },
      { key: 'valid_until', title: 'Vale hasta', type: 'date', value: (row) => row.valid_until },
      { key: 'asesor', title: 'Asesor', type: 'text', width: 22, value: (row) => row.adviser?.name },
      { key: 'venta', title: 'Pre-contrato', type: 'text', width: 16, value: (row) => row.sale?.code },
      { key: 'creada', title: 'Creada', type: 'instant', value: (row) => row.created_at },
    ],
    filters: {
      estado_id: { label: 'Estado', values: QUOTE_STATES },
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      asesor_id: { label: 'Asesor', of: 'usuario' },
      persona_id: { label: 'Persona' },
      venta_id: { label: 'Venta' },
      mias: { label: 'Solo las mías' },
      q: { label: 'Búsqueda' },
    },
  }),
});

export const getQuote = endpoint({
  method: 'GET',
  path: one,
  access: 'ventas.ver',
  shows: ['proforma'],
  summary: 'Una proforma con todas sus versiones',
  params,
  answer: record,
});

export const quoteFigures = endpoint({
  method: 'GET',
  path: '/api/quote_figures',
  access: 'ventas.ver',
  shows: ['regla_interes', 'gasto_cierre', 'lote', 'modelo'],
  summary: 'Precios, tasas y reglas de hoy para calcular una proforma mientras se escribe',
  query: z.object({ modelo_id: Id, lote_id: Id.optional() }),
  answer: data(QuoteFigures),
});

export const createQuote = endpoint({
  method: 'POST',
  path: base,
  access: 'ventas.crear',
  touches: ['proforma'],
  summary: 'Hace una proforma; quien la hace queda como su asesor',
  body: NewQuote,
  answer: record,
  status: 201,
  idempotent: true,
});

export const reviseQuote = endpoint({
  method: 'POST',
  path: `${one}/versions`,
  access: 'ventas.editar',
  touches: ['proforma'],
  summary:
    'Hace otra versión de una proforma, con los precios y reglas de hoy; las anteriores quedan como están',
  params,
  body: QuoteRevision,
  answer: record,
  status: 201,
  errors: ['STALE', 'TRANSITION'],
  idempotent: true,
});

/** Returns the buyer's link, also for WhatsApp; if a mail is stored, the link is mailed too. */
export const sendQuote = endpoint({
  method: 'POST',
  path: `${one}/send`,
  access: 'ventas.editar',
  touches: ['proforma', 'correo'],
  summary: 'Envía la proforma al cliente con un enlace nuevo',
  params,
  body: z.object({ version }),
  /** `whatsapp` null: the customer's telephone is a fixed line. */
  answer: z.object({ success: z.string(), url: z.string(), whatsapp: z.string().nullable() }),
  errors: ['STALE', 'TRANSITION'],
  limit: { max: 30, seconds: 60 },
});

export const decideDiscount = endpoint({
  method: 'POST',
  path: `${one}/discount`,
  access: 'ventas.aprobar',
  touches: ['proforma'],
  summary: 'Aprueba o rechaza el descuento de una proforma; nunca quien lo pidió',
  params,
  body: z
    .object({ aprobar: z.boolean(), motivo: z.string().trim().max(400).default(''), version })
    .refine(({ aprobar, motivo }) => aprobar || motivo.length >= 3, {
      path: ['motivo'],
      error: 'Escribe el motivo.',
    }),
  answer: record,
  errors: ['STALE', 'TRANSITION'],
});

export const voidQuote = endpoint({
  method: 'POST',
  path: `${one}/void`,
  access: 'ventas.editar',
  touches: ['proforma'],
  summary: 'Anula una proforma; su enlace deja de abrir',
  params,
  body: z.object({ motivo: reason, version }),
  answer: record,
  errors: ['STALE', 'TRANSITION'],
});

export const convertQuote = endpoint({
  method: 'POST',
  path: `${one}/convert`,
  access: 'ventas.crear',
  touches: ['proforma', 'precontrato', 'lote', 'apartado', 'persona'],
  summary: 'Hace de la proforma un pre-contrato con su precio, su descuento y su lote',
  params,
  body: z.object({ version }),
  answer: data(z.object({ sale_id: z.number().int() })),
  status: 201,
  errors: ['STALE', 'TRANSITION', 'LOT_TAKEN'],
  idempotent: true,
});

/** Returns the file: `GET /api/quotes/:id/pdf?version=2`. */
export const quotePdfPath = (id: number, number?: number) =>
  `${base}/${id}/pdf${number === undefined ? '' : `?version=${number}`}`;

export const acceptQuote = endpoint({
  method: 'POST',
  path: '/proforma/:token/aceptar',
  access: 'public',
  summary: 'El cliente acepta su proforma desde su enlace',
  params: z.object({ token: z.string().regex(/^[\w-]{43}$/) }),
  /** The version on screen: another may have been sent meanwhile. */
  body: z.object({ numero: z.coerce.number().int().min(1).max(100_000) }),
  answer: z.object({ success: z.string(), redirect: z.string() }),
  errors: ['TRANSITION', 'STALE'],
  limit: { max: 20, seconds: 60 },
  seeOther: ({ redirect }: { redirect: string }) => redirect,
});
