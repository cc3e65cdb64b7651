import { Paper, Stack, Text, UnstyledButton } from '@mantine/core';
import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { withoutAccents } from '#contract/accents.ts';
import type { QuickOffer } from '#contract/care/inbox/model.ts';

/** Answers that fit what stands after the slash. */
const SHOWN = 6;

type Offered = { data: QuickOffer[] };
/** `of`: the query of what may be sent here. While the message is a slash and a few letters: the answers whose shortcut begins so. Null otherwise. */
export function useQuick(
  of: UseQueryOptions<Offered, Error, Offered, readonly [string, object]>,
  typed: string,
): readonly QuickOffer[] | null {
  const asked = /^\/([\p{L}\d-]*)$/u.exec(typed)?.[1];
  const { data } = useQuery({ ...of, enabled: asked !== undefined });
  if (asked === undefined || !data) return null;
  const wanted = withoutAccents(asked.toLowerCase());
  return data.data.filter(({ shortcut }) => withoutAccents(shortcut).startsWith(wanted)).slice(0, SHOWN);
}

/** The answers to choose from; Enter takes the first. */
export function QuickMenu({
  found,
  onPick,
}: {
  found: readonly QuickOffer[];
  onPick: (text: string) => void;
}) {
  return (
    <Paper withBorder p={4} component="section" aria-label="Respuestas rápidas">
      {found.length === 0 ? (
        <Text size="sm" p={6}>
          Ninguna respuesta rápida empieza así.
        </Text>
      ) : (
        <Stack gap={0}>
          {found.map(({ id, shortcut, text }) => (
            <UnstyledButton key={id} p={6} onClick={() => onPick(text)}>
              <Text size="sm" truncate>
                <b>/{shortcut}</b> {text}
              </Text>
            </UnstyledButton>
          ))}
        </Stack>
      )}
    </Paper>
  );
}
