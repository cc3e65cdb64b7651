import type { z } from 'zod';
import { listDiaries } from '#contract/works/diary/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';

export const DiariesSearch = searchOf(listDiaries);
export type DiariesSearch = z.infer<typeof DiariesSearch>;
