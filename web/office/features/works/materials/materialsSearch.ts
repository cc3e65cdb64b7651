import { z } from 'zod';
import { listMaterials } from '#contract/works/materials/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';
import { filterId } from '#web/office/lib/listSearch.ts';

export const CatalogSearch = searchOf(listMaterials, { material: filterId });
export type CatalogSearch = z.infer<typeof CatalogSearch>;
