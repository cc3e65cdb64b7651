import { z } from 'zod';
import { PAPER_FILE } from '#contract/company/files/files.ts';
import { data, endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { Id } from '#contract/ids.ts';
import { NewRepresentative, Representative, RepresentativeChange, RepresentativeFilter } from './model.ts';
import { POWER_KINDS, POWER_STANDINGS } from './rules.ts';

const one = '/api/legal/representatives/:id' as const;
const params = z.object({ id: Id });
const record = data(Representative);

export const listRepresentatives = endpoint({
  method: 'GET',
  path: '/api/legal/representatives',
  access: 'legal.ver',
  shows: ['representante'],
  summary: 'Personas que firman por la empresa, con su poder',
  query: RepresentativeFilter,
  answer: page(Representative),
  exports: exportsOf(Representative, {
    title: 'Representantes',
    permission: 'legal.exportar',
    columns: [
      { key: 'name', title: 'Representante', type: 'text', width: 30, value: (row) => row.name },
      { key: 'documento', title: 'Documento', type: 'text', width: 16, value: (row) => row.document },
      { key: 'correo', title: 'Correo', type: 'text', width: 28, value: (row) => row.email },
      { key: 'celular', title: 'Celular', type: 'text', width: 18, value: (row) => row.phone },
      {
        key: 'poder',
        title: 'Poder',
        type: 'text',
        width: 40,
        value: (row) => `${POWER_KINDS[row.power_kind]}: ${row.power_text}`,
      },
      { key: 'limite', title: 'Límite', type: 'money', value: (row) => row.limit_centavos },
      { key: 'desde', title: 'Vale desde', type: 'date', value: (row) => row.valid_from },
      { key: 'valid_until', title: 'Vence', type: 'date', value: (row) => row.valid_until },
      { key: 'estado', title: 'Estado', type: 'text', value: (row) => POWER_STANDINGS[row.standing] },
    ],
    filters: { estado: { label: 'Estado', values: POWER_STANDINGS }, q: { label: 'Búsqueda' } },
  }),
});

export const getRepresentative = endpoint({
  method: 'GET',
  path: one,
  access: 'legal.ver',
  shows: ['representante'],
  summary: 'Un representante con su poder',
  params,
  answer: record,
});

export const addRepresentative = endpoint({
  method: 'POST',
  path: '/api/legal/representatives',
  access: 'legal.crear',
  touches: ['representante'],
  summary: 'Registra a una persona que firma por la empresa',
  body: NewRepresentative,
  answer: record,
  status: 201,
  errors: ['REPRESENTATIVE_TAKEN'],
  idempotent: true,
});

export const changeRepresentative = endpoint({
  method: 'PATCH',
  path: one,
  access: 'legal.crear',
  touches: ['representante'],
  summary: 'Corrige a un representante o renueva su poder',
  params,
  body: RepresentativeChange,
  answer: record,
  errors: ['REPRESENTATIVE_TAKEN', 'STALE'],
});

export const attachPower = endpoint({
  method: 'POST',
  path: `${one}/poder`,
  access: 'legal.crear',
  touches: ['representante'],
  summary: 'Guarda el documento del poder; el anterior queda en el historial de archivos',
  params,
  files: { archivo: { ...PAPER_FILE, opensPdf: true } },
  answer: record,
});

export const archiveRepresentative = endpoint({
  method: 'PATCH',
  path: `${one}/archivado`,
  access: 'legal.crear',
  touches: ['representante'],
  summary: 'Archiva a un representante, o lo vuelve a ofrecer',
  params,
  body: z.object({ params: z.object({ archivado: z.boolean() }) }),
  answer: record,
  errors: ['REPRESENTATIVE_TAKEN'],
});
