import { z } from 'zod';
import { listModels } from '#contract/projects/projects/models.ts';
import { searchOf } from '#web/office/lib/list.ts';

/** What the address of the list of models holds. */
export const ModelsSearch = searchOf(listModels);
export type ModelsSearch = z.infer<typeof ModelsSearch>;
