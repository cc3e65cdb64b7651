import { z } from 'zod';
import { listModels } from '#contract/projects/projects/models.ts';
import { searchOf } from '#web/office/lib/list.ts';

/** Search parameters of the models. */
export const ModelsSearch = searchOf(listModels);
export type ModelsSearch = z.infer<typeof ModelsSearch>;
