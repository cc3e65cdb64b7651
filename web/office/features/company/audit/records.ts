import { linkOptions } from '@tanstack/react-router';
import type { AuditRow } from '#contract/company/audit/model.ts';
import type { PageTarget } from '#web/office/ui/PageLink.tsx';

/** Link to the page of a record; records without their own page are not listed. */
const PAGES: Readonly<Record<string, (id: string) => PageTarget>> = {
  precontrato: (id) => linkOptions({ to: '/oficina/ventas/$id', params: { id: Number(id) } }),
  proyecto: (id) => linkOptions({ to: '/oficina/proyectos/$id', params: { id: Number(id) } }),
  user: (id) => linkOptions({ to: '/oficina/usuarios/$id', params: { id: Number(id) } }),
  role: (id) => linkOptions({ to: '/oficina/roles/$id', params: { id: Number(id) } }),
  catalog_item: (id) =>
    linkOptions({ to: '/oficina/listas/$name', params: { name: id.split('/')[0] ?? '' } }),
};

export const recordPage = ({ entity, entity_id }: Pick<AuditRow, 'entity' | 'entity_id'>) =>
  PAGES[entity]?.(entity_id);
