import { z } from 'zod';
import { catalog, innerCatalog } from './catalog.ts';

// Ids and labels of domain.md §2; the meaning of an id never changes.

/** States of a bank application (domain.md §3). */
export const bankApplicationStatus = catalog({
  name: 'bank_application_status',
  title: 'Estados de las solicitudes bancarias',
  module: 'tramites',
  kind: 'fixed',
  path: '/api/sale/bank_application_status/list',
  access: 'tramites.ver',
  label: 'name',
  extra: { name_id: z.string() },
  uses: [{ table: 'bank_applications', column: 'state_id' }],
  rows: [
    [1, 'Por enviar', { name_id: 'por_enviar' }],
    [2, 'Enviada', { name_id: 'enviada' }],
    [3, 'En análisis', { name_id: 'en_analisis' }],
    [4, 'Documentos adicionales', { name_id: 'docs_adicionales' }],
    [5, 'Preaprobada', { name_id: 'preaprobada' }],
    [6, 'Aprobada', { name_id: 'aprobada' }],
    [7, 'Aprobada con condiciones', { name_id: 'condicionada' }],
    [8, 'Carta promesa emitida', { name_id: 'carta_promesa' }],
    [9, 'Rechazada', { name_id: 'rechazada' }],
    [10, 'Retirada', { name_id: 'retirada' }],
    [11, 'Carta vencida', { name_id: 'carta_vencida' }],
    [12, 'Desembolsada', { name_id: 'desembolsada' }],
  ],
});

/** Pages of "datos bancarios". */
export const bankDataPages = innerCatalog({
  name: 'paginas_datos_bancarios',
  title: 'Páginas de los datos bancarios',
  module: 'tramites',
  kind: 'fixed',
  label: 'name',
  rows: [
    [1, 'Datos personales'],
    [2, 'Empleo e ingresos'],
    [3, 'Obligaciones y referencias'],
    [4, 'Codeudor y grupo familiar'],
    [5, 'Vivienda y préstamo'],
    [6, 'Resumen y envío'],
  ],
});

/** States of an addendum (adenda, domain.md §3). */
export const addendumStatus = catalog({
  name: 'addendum_status',
  title: 'Estados de las adendas',
  module: 'legal',
  kind: 'fixed',
  path: '/api/sale/addendum_status/list',
  access: 'ventas.ver',
  label: 'name',
  rows: [
    [1, 'Borrador'],
    [2, 'En revisión legal'],
    [3, 'Enviada a firma'],
    [4, 'Firmada'],
    [5, 'Rechazada'],
    [6, 'Anulada'],
  ],
});

/** What an addendum changes. */
export const addendumKinds = innerCatalog({
  name: 'tipos_adenda',
  title: 'Tipos de adenda',
  module: 'legal',
  kind: 'fixed',
  label: 'name',
  rows: [
    [1, 'Cambio de lote'],
    [2, 'Cambio de modelo/mejoras'],
    [3, 'Ajuste de precio'],
    [4, 'Cambio de comprador/codeudor'],
    [5, 'Prórroga de entrega'],
    [6, 'Plan de pago'],
  ],
});

/** States of a deed (escritura, domain.md §3). */
export const writingStatus = catalog({
  name: 'writing_status',
  title: 'Estados de las escrituras',
  module: 'legal',
  kind: 'fixed',
  path: '/api/sale/writing_status/list',
  access: 'legal.ver',
  label: 'name',
  uses: [
    { table: 'deeds', column: 'state_id' },
    { table: 'deed_days', column: 'state_id' },
  ],
  rows: [
    [1, 'Por confeccionar'],
    [2, 'Minuta en elaboración'],
    [3, 'Minuta en revisión del banco'],
    [4, 'Aprobada para notaría'],
    [5, 'En firma'],
    [6, 'Firmada'],
    [7, 'Impuestos y paz y salvos'],
    [8, 'Cerrada en notaría'],
    [9, 'Ingresada al Registro Público'],
    [10, 'Defectuosa'],
    [11, 'Inscrita'],
    [12, 'Entregada al banco y cliente'],
    [13, 'Anulada'],
  ],
});
