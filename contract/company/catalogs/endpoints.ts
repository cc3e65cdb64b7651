import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import {
  CatalogItem,
  CatalogItemChange,
  CatalogOrder,
  CatalogSummary,
  CatalogUsage,
  NewCatalogItem,
} from './model.ts';

const base = '/api/administrations/catalogs';
const ofCatalog = z.object({ name: z.string().max(60) });
const ofItem = ofCatalog.extend({ id: z.coerce.number().int().min(1).max(2_147_483_647) });
const items = data(z.array(CatalogItem));

export const listCatalogs = endpoint({
  method: 'GET',
  path: base,
  access: 'administracion.ver',
  shows: ['catalog_item'],
  summary: 'Las listas de valores, con cuántas filas tienen',
  answer: data(z.array(CatalogSummary)),
});

export const listCatalogItems = endpoint({
  method: 'GET',
  path: `${base}/:name`,
  access: 'administracion.ver',
  shows: ['catalog_item'],
  summary: 'Todas las filas de una lista, también las archivadas',
  params: ofCatalog,
  answer: items,
  exports: exportsOf(CatalogItem, {
    title: 'Valores de la lista',
    permission: 'administracion.exportar',
    columns: [
      { key: 'id', title: 'Número', type: 'number', width: 9, value: (row) => row.id },
      { key: 'label', title: 'Nombre', type: 'text', width: 40, value: (row) => row.label },
      {
        key: 'extra',
        title: 'Otros datos',
        type: 'text',
        width: 40,
        value: (row) =>
          Object.entries(row.extra)
            .map(([key, value]) => `${key}: ${String(value)}`)
            .join(' · '),
      },
      { key: 'archived_at', title: 'Archivado', type: 'instant', value: (row) => row.archived_at },
    ],
  }),
});

/** A separate request: at a million sales the counts take longer than the rows. */
export const listCatalogUses = endpoint({
  method: 'GET',
  path: `${base}/:name/uses`,
  access: 'administracion.ver',
  shows: ['catalog_item'],
  summary: 'Cuántos registros usan cada fila de una lista',
  params: ofCatalog,
  answer: data(z.array(CatalogUsage)),
});

export const addCatalogItem = endpoint({
  method: 'POST',
  path: `${base}/:name/items`,
  access: 'administracion.crear',
  touches: ['catalog_item'],
  summary: 'Agrega una fila al final de una lista que puede crecer',
  params: ofCatalog,
  body: NewCatalogItem,
  answer: data(CatalogItem),
  status: 201,
  errors: ['CATALOG_FIXED', 'LABEL_TAKEN'],
  idempotent: true,
});

export const changeCatalogItem = endpoint({
  method: 'PATCH',
  path: `${base}/:name/items/:id`,
  access: 'administracion.editar',
  touches: ['catalog_item'],
  summary: 'Cambia el nombre o las columnas de una fila',
  params: ofItem,
  body: CatalogItemChange,
  answer: data(CatalogItem),
  errors: ['LABEL_TAKEN', 'CONFLICT'],
});

export const orderCatalog = endpoint({
  method: 'PUT',
  path: `${base}/:name/order`,
  access: 'administracion.editar',
  touches: ['catalog_item'],
  summary: 'Ordena las filas activas de una lista',
  params: ofCatalog,
  body: CatalogOrder,
  answer: items,
  errors: ['CONFLICT'],
});

export const archiveCatalogItem = endpoint({
  method: 'POST',
  path: `${base}/:name/items/:id/archive`,
  access: 'administracion.anular',
  touches: ['catalog_item'],
  summary: 'Archiva una fila: ya no se ofrece, y lo que la usa la conserva',
  params: ofItem,
  answer: data(CatalogItem),
  errors: ['CATALOG_FIXED'],
});

export const restoreCatalogItem = endpoint({
  method: 'POST',
  path: `${base}/:name/items/:id/restore`,
  access: 'administracion.anular',
  touches: ['catalog_item'],
  summary: 'Vuelve a ofrecer una fila archivada',
  params: ofItem,
  answer: data(CatalogItem),
  errors: ['LABEL_TAKEN'],
});
