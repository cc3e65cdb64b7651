import { Avatar, Group, Tooltip, VisuallyHidden } from '@mantine/core';
import { recordChannel } from '#contract/realtime.ts';
import { initialsOf } from '../lib/format.ts';
import { useOpenRecord } from '../lib/live/openRecords.ts';
import { usePresence, type Present } from '../lib/live/usePresence.ts';

export type RecordName = readonly [reference: string, id: number];

/** How many are shown by their initials; the rest is a number. */
const SHOWN = 4;

/** The colleagues who have the same record open, by their initials. Says nothing if there are none. */
export function AlsoHere({ of: [reference, id] }: { of: RecordName }) {
  useOpenRecord(reference, id);
  const people = usePresence(recordChannel(reference, id).replace('presence-', ''));
  return <People people={people} does="también lo tiene abierto" />;
}

/** People by their initials, each with the name and what they do. */
export function People({ people, does }: { people: readonly Present[]; does: string }) {
  const more = people.slice(SHOWN);
  return (
    <Group component="output" gap={4} wrap="nowrap" display="inline-flex" className="no-print">
      {people.slice(0, SHOWN).map(({ id, name }) => (
        <Tooltip key={id} label={`${name} ${does}`} events={{ hover: true, focus: true, touch: true }}>
          <Avatar size={26} radius="xl" color="brand" variant="light" tabIndex={0}>
            <span aria-hidden>{initialsOf(name)}</span>
            <VisuallyHidden>{`${name} ${does}`}</VisuallyHidden>
          </Avatar>
        </Tooltip>
      ))}
      {more.length > 0 && (
        <Tooltip label={more.map(({ name }) => name).join(', ')}>
          <Avatar size={26} radius="xl" tabIndex={0}>
            <span aria-hidden>+{more.length}</span>
            <VisuallyHidden>{more.map(({ name }) => `${name} ${does}`).join(', ')}</VisuallyHidden>
          </Avatar>
        </Tooltip>
      )}
    </Group>
  );
}
