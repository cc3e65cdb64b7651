import { z } from 'zod';
import { data, endpoint, type EndpointSpec } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';
import { ExportRequest, PreparedExport } from './model.ts';
import { exportPermissions, type ListExports } from '#contract/exports.ts';

/** A list that declares its export. */
export type ExportableList = EndpointSpec & { exports: ListExports };
export const isExportable = (spec: EndpointSpec): spec is ExportableList => spec.exports !== undefined;

/** `GET` returns the file; `POST` prepares it in a background job. */
export const exportPath = (list: Pick<EndpointSpec, 'path'>) => `${list.path}/exportar`;

/** The endpoint that prepares an export in the background. */
export const prepareExport = (list: ExportableList) =>
  endpoint({
    method: 'POST',
    path: exportPath(list),
    access: exportPermissions(list.exports),
    touches: [],
    summary: `Prepara ${list.exports.title.toLowerCase()} como archivo, como están filtrados`,
    ...(list.params && { params: list.params }),
    body: ExportRequest,
    answer: data(PreparedExport),
    status: 202,
    idempotent: true,
    limit: { max: 20, seconds: 60 },
  });

export const listExports = endpoint({
  method: 'GET',
  path: '/api/exports',
  access: 'staff',
  shows: [],
  summary: 'Los archivos propios que se preparan o esperan, los más nuevos primero',
  answer: data(z.array(PreparedExport)),
});

export const getExport = endpoint({
  method: 'GET',
  path: '/api/exports/:id',
  access: 'staff',
  shows: [],
  summary: 'Un archivo propio: si está listo, con su dirección para descargarlo',
  params: z.object({ id: Id }),
  answer: data(PreparedExport),
});
