import { answer, taskOf } from '../inThread.ts';
import type { Inspection, InspectTask } from './inspect.ts';
import { Refusal, refuseNames } from './inspectNames.ts';

async function inspect(task: InspectTask): Promise<Inspection> {
  refuseNames(task.bytes);
  const { inspectObjects } = await import('./inspectObjects.ts');
  return inspectObjects(task);
}

answer(
  await inspect(taskOf<InspectTask>()).catch((error: unknown): Inspection => ({
    pages: 0,
    signatures: [],
    refused: error instanceof Refusal ? error.code : error instanceof RangeError ? 'BOMB' : 'BROKEN',
  })),
);
