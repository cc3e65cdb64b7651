import { z } from 'zod';
import { PAPER_FILE } from '../documents/files.ts';
import { data, endpoint, page } from '../endpoint.ts';
import { Id } from '../ids.ts';
import { PaperForm, PartnerFilter, PartnerForm, PartnerKind, PartnerRecord, PartnerRow } from './partners.ts';

const base = '/api/administrations/partners';
const one = `${base}/:id` as const;
const params = z.object({ id: Id });
const record = data(PartnerRecord);
const version = z.number().int().optional();

export const listPartners = endpoint({
  method: 'GET',
  path: base,
  access: 'administracion.ver',
  summary: 'Contratistas o contratantes, con el estado de sus papeles',
  query: PartnerFilter,
  answer: page(PartnerRow),
});

export const getPartner = endpoint({
  method: 'GET',
  path: one,
  access: 'administracion.ver',
  summary: 'Un contratista o contratante con sus papeles',
  params,
  answer: record,
});

export const createPartner = endpoint({
  method: 'POST',
  path: base,
  access: 'administracion.crear',
  summary: 'Agrega un contratista o un contratante',
  body: PartnerForm.extend({ kind: PartnerKind }),
  answer: record,
  status: 201,
  errors: ['RUC_TAKEN'],
  idempotent: true,
});

export const changePartner = endpoint({
  method: 'PUT',
  path: one,
  access: 'administracion.editar',
  summary: 'Cambia los datos de un contratista o contratante',
  params,
  body: PartnerForm.extend({ version }),
  answer: record,
  errors: ['RUC_TAKEN', 'STALE'],
});

export const archivePartner = endpoint({
  method: 'POST',
  path: `${one}/archive`,
  access: 'administracion.anular',
  summary: 'Archiva un contratista o contratante: ya no se ofrece',
  params,
  body: z.object({ version }),
  answer: record,
  errors: ['STALE', 'IN_USE'],
});

export const restorePartner = endpoint({
  method: 'POST',
  path: `${one}/restore`,
  access: 'administracion.anular',
  summary: 'Vuelve a ofrecer un contratista o contratante archivado',
  params,
  body: z.object({ version }),
  answer: record,
  errors: ['STALE', 'RUC_TAKEN'],
});

/** Another one of its kind takes the place of the one in force; bonds stand beside each other. */
export const addPartnerPaper = endpoint({
  method: 'POST',
  path: `${one}/papers`,
  access: 'administracion.editar',
  summary: 'Guarda un papel con su vigencia y su archivo',
  params,
  body: PaperForm,
  files: { archivo: PAPER_FILE },
  answer: record,
  status: 201,
  errors: ['PAPER_TAKEN'],
  idempotent: true,
});

export const removePartnerPaper = endpoint({
  method: 'DELETE',
  path: `${one}/papers/:paper`,
  access: 'administracion.anular',
  summary: 'Quita un papel de los vigentes; queda en su historia',
  params: params.extend({ paper: Id }),
  answer: record,
});
