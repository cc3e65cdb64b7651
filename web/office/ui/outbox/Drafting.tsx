import { Alert, Badge, Button, Group, Text } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { clockTime, DAY_MS, longDay, panamaDay, panamaTime } from '#contract/dates.ts';
import { draftsLike } from '#web/office/lib/outbox/database.ts';
import { DraftContext } from '#web/office/lib/outbox/draftContext.ts';
import { openDraft, type OpenDraft } from '#web/office/lib/outbox/openDraft.ts';
import { report } from '#web/office/lib/report.ts';

interface DraftingProps {
  /** Of the draft on this device: says who writes about what. No spaces. */
  name: string;
  /** Pass the draft to `enqueue`, which drops it. Undefined: this browser keeps nothing. */
  children: (draft: OpenDraft | undefined) => ReactNode;
}

/** A form of the field whose contents stay on the phone until they are saved, also when the phone closes the page. */
export function Drafting(props: DraftingProps) {
  const [round, setRound] = useState(0);
  return <Opened key={round} {...props} onRestart={() => setRound(round + 1)} />;
}

function Opened({ name, children, onRestart }: DraftingProps & { onRestart: () => void }) {
  const [draft, setDraft] = useState<OpenDraft | null>();
  const [resumed, setResumed] = useState(false);
  useEffect(() => {
    let opened: OpenDraft | undefined;
    let left = false;
    openDraft(name).then(
      (found) => {
        if (left) return found.close();
        const saved = <A,>(answer: A) => {
          setResumed(false);
          return answer;
        };
        opened = found;
        setResumed(found.at !== null);
        setDraft({ ...found, hold: (save) => found.hold(save).then(saved) });
      },
      (error: unknown) => {
        report(error, { during: 'draft' });
        setDraft(null);
      },
    );
    return () => {
      left = true;
      opened?.close();
      setDraft(undefined);
    };
  }, [name]);
  if (draft === undefined) return null;
  return (
    <DraftContext value={draft}>
      {resumed && draft?.at && (
        <Alert variant="light" title="Sigues lo que empezaste">
          <Group justify="space-between">
            <Text size="sm">{`Escrito el ${longDay(panamaDay(draft.at))}, ${clockTime(panamaTime(draft.at))}`}</Text>
            <Button variant="default" onClick={() => void draft.drop().then(onRestart)}>
              Empezar de nuevo
            </Button>
          </Group>
        </Alert>
      )}
      {children(draft ?? undefined)}
    </DraftContext>
  );
}

const KEPT_MS = 30 * DAY_MS;

/** The drafts of this device whose names begin like this. */
export function useDrafts(start: string): ReadonlySet<string> {
  const [names, setNames] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    draftsLike(start, Date.now() - KEPT_MS).then((found) => setNames(new Set(found)), report);
  }, [start]);
  return names;
}

/** Beside an entry of a list whose form was begun on this device. */
export const Begun = () => (
  <Badge variant="light" color="yellow">
    Sin terminar
  </Badge>
);
