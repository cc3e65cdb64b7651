import type { z } from 'zod';
import { listHouseFiles } from '#contract/legal/houseFile/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';
import { filterId } from '#web/office/lib/listSearch.ts';

/** Search parameters of the houses' legal files. */
export const HouseFilesSearch = searchOf(listHouseFiles, { expediente: filterId });
export type HouseFilesSearch = z.infer<typeof HouseFilesSearch>;
