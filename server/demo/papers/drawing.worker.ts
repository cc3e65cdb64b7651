import { answer, answerPart, taskOf } from '#server/kernel/inThread.ts';
import { papersOf, proofOf } from '../demoPapers.ts';
import type { Drawn, Showing } from './drawing.ts';

for (const { person, day, most, transfer } of taskOf<Showing[]>()) {
  const [papers, proof] = await Promise.all([
    papersOf(person, day, most),
    transfer && proofOf(person, transfer),
  ]);
  answerPart({ papers, proof } satisfies Drawn);
}
answer(null);
