import type { AuditRow } from '#contract/company/audit/model.ts';

/** Where a record of the log is seen; undefined where it has no page of its own. */
const PAGES: Readonly<Record<string, (id: string) => string>> = {
  precontrato: (id) => `/oficina/ventas/${id}`,
  proyecto: (id) => `/oficina/proyectos/${id}`,
  user: (id) => `/oficina/usuarios/${id}`,
  role: (id) => `/oficina/roles/${id}`,
  catalog_item: (id) => `/oficina/listas/${id.split('/')[0]}`,
};

export const recordPage = ({ entity, entity_id }: Pick<AuditRow, 'entity' | 'entity_id'>) =>
  PAGES[entity]?.(entity_id);
