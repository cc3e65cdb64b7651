import { z } from 'zod';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { SaleName } from '#contract/sales/purchase/model.ts';
import {
  BankData,
  BankDataFilter,
  BankDataForm,
  BankDataRow,
  BankDataSent,
  BankForm,
  BankFormField,
  BankFormRow,
  CSV_FILE,
  CsvResult,
  PageActionBody,
  PageParam,
  PageState,
  PdfMapping,
  TEMPLATE_FILE,
} from './bankData.model.ts';
import { PAGE_ACTION_NAMES } from './bankData.state.ts';

const codigo = z.object({ codigo: SaleName });
const sale = '/api/sale/precontracts/:codigo/datos_bancarios' as const;
const bank = z.object({ bancoId: z.coerce.number().int().min(1).max(9999) });
const forms = '/api/sale/bank_forms' as const;

export const sendBankData = endpoint({
  method: 'POST',
  path: '/tramites/datos-bancarios',
  access: ['client', 'tramites.editar'],
  touches: ['datos_bancarios', 'datos_bancarios_pagina'],
  summary: 'Guarda una página de los datos bancarios, la omite (ignorar_pagina=1) o, la última, los envía',
  body: BankDataForm,
  files: {},
  answer: BankDataSent,
  errors: ['STALE', 'PAGE_LOCKED', 'BANK_DATA_CLOSED', 'CODE_NEEDED'],
  limit: { max: 600, seconds: 60 },
  seeOther: ({ redirect }: BankDataSent) => redirect,
});

export const importBankDataCsv = endpoint({
  method: 'POST',
  path: `${sale}/csv`,
  access: 'tramites.editar',
  touches: ['datos_bancarios'],
  summary:
    'Carga deudas (acreedor, saldo, cuota) o la plantilla de un banco; sin confirmar solo dice qué pasaría',
  params: codigo,
  body: z.object({ confirmar: z.string().max(10).optional() }),
  files: { archivo: CSV_FILE },
  answer: data(CsvResult),
  errors: ['PAGE_LOCKED', 'BANK_DATA_CLOSED'],
  idempotent: true,
  limit: { max: 60, seconds: 60 },
});

export const changeBankDataPage = endpoint({
  method: 'POST',
  path: `${sale}/:pagina/:accion`,
  access: 'tramites.editar',
  touches: ['datos_bancarios', 'datos_bancarios_pagina'],
  summary: 'Verifica, archiva o reabre una página de los datos bancarios, para todos los bancos o para uno',
  params: codigo.extend({ pagina: PageParam, accion: z.enum(PAGE_ACTION_NAMES) }),
  body: PageActionBody,
  answer: data(PageState),
  errors: ['TRANSITION', 'STALE', 'BANK_DATA_CLOSED'],
});

export const getBankData = endpoint({
  method: 'GET',
  path: sale,
  access: 'tramites.ver',
  shows: ['datos_bancarios', 'datos_bancarios_pagina'],
  summary: 'Los datos bancarios de una venta: valores, estado de cada página y lo que le falta a cada banco',
  params: codigo,
  answer: data(BankData),
});

const STATUS = { borrador: 'En borrador', enviado: 'Enviados', verificado: 'Verificados' } as const;

export const listBankData = endpoint({
  method: 'GET',
  path: '/api/sale/bank_data',
  access: 'tramites.ver',
  shows: ['datos_bancarios', 'datos_bancarios_pagina'],
  summary: 'Ventas con datos bancarios empezados, las que cambiaron de último primero',
  query: BankDataFilter,
  answer: page(BankDataRow),
  exports: exportsOf(BankDataRow, {
    title: 'Datos bancarios',
    permission: 'tramites.exportar',
    columns: [
      { key: 'nombre', title: 'Cliente', type: 'text', width: 30, value: (row) => row.name },
      {
        key: 'precontrato',
        of: 'nombre',
        title: 'Pre-contrato',
        type: 'text',
        width: 16,
        value: (row) => row.sale.code ?? `Venta ${row.sale.id}`,
      },
      { key: 'estado', title: 'Estado', type: 'text', width: 14, value: (row) => STATUS[row.status] },
      {
        key: 'paginas',
        title: 'Páginas revisadas',
        type: 'number',
        width: 12,
        value: (row) => row.pages_checked,
      },
      { key: 'faltan', title: 'Datos que faltan', type: 'number', width: 12, value: (row) => row.gaps },
      { key: 'proyecto', title: 'Proyecto', type: 'text', value: (row) => row.project.name },
      { key: 'procesador', title: 'Procesador', type: 'text', value: (row) => row.processor },
      { key: 'sent_at', title: 'Enviados', type: 'instant', value: (row) => row.sent_at },
      { key: 'updated_at', title: 'Último cambio', type: 'instant', value: (row) => row.updated_at },
    ],
    filters: {
      estado: { label: 'Estado', values: STATUS },
      proyecto_id: { label: 'Proyecto', of: 'proyecto' },
      q: { label: 'Búsqueda' },
    },
  }),
});

export const listBankForms = endpoint({
  method: 'GET',
  path: forms,
  access: 'tramites.ver',
  shows: ['formulario_banco'],
  summary: 'Los formularios de los bancos: qué pide cada uno y si tiene su propio PDF',
  answer: data(z.array(BankFormRow)),
});

export const getBankForm = endpoint({
  method: 'GET',
  path: `${forms}/:bancoId`,
  access: 'tramites.ver',
  shows: ['formulario_banco'],
  summary: 'El formulario de un banco, con el PDF propio y a dónde va cada dato',
  params: bank,
  answer: data(BankForm),
});

export const saveBankForm = endpoint({
  method: 'PUT',
  path: `${forms}/:bancoId`,
  access: 'administracion.editar',
  touches: ['formulario_banco'],
  summary: 'Cambia lo que pide el formulario de un banco, en su orden; sin filas vuelve a pedir lo general',
  params: bank,
  body: z.object({
    version: z.number().int(),
    fields: z.array(BankFormField).max(200, { error: 'Son demasiadas filas.' }),
  }),
  answer: data(BankForm),
  errors: ['STALE'],
});

export const uploadBankTemplate = endpoint({
  method: 'POST',
  path: `${forms}/:bancoId/plantilla`,
  access: 'administracion.editar',
  touches: ['formulario_banco'],
  summary: 'Pone el PDF con campos que usa un banco; propone a dónde va cada dato',
  params: bank,
  body: z.object({}),
  files: { archivo: TEMPLATE_FILE },
  answer: data(BankForm),
  errors: ['STALE'],
  idempotent: true,
  limit: { max: 30, seconds: 60 },
});

export const mapBankTemplate = endpoint({
  method: 'PUT',
  path: `${forms}/:bancoId/plantilla`,
  access: 'administracion.editar',
  touches: ['formulario_banco'],
  summary: 'Dice qué dato va en cada campo del PDF de un banco',
  params: bank,
  body: z.object({ version: z.number().int(), mapping: z.array(PdfMapping).max(600) }),
  answer: data(BankForm),
  errors: ['STALE'],
});

export const removeBankTemplate = endpoint({
  method: 'DELETE',
  path: `${forms}/:bancoId/plantilla`,
  access: 'administracion.editar',
  touches: ['formulario_banco'],
  summary: 'Quita el PDF de un banco: su formulario vuelve a dibujarse aquí',
  params: bank,
  answer: data(BankForm),
});

/** URLs that return a file. */
export const BANK_FORM_PDF = `${sale}/formulario.pdf` as const;
export const BANK_DATA_TEMPLATE = `${forms}/:bancoId/plantilla.csv` as const;
