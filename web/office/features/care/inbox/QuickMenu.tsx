import { Paper, Stack, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { withoutAccents } from '#contract/accents.ts';
import { quickAnswersFor } from '#contract/care/inbox/endpoints.ts';
import { queryOf } from '#web/office/lib/query.ts';

/** Answers that fit what stands after the slash. */
const SHOWN = 6;

/** While the message is a slash and a few letters: the answers whose shortcut begins so. */
export function QuickMenu({
  sid,
  typed,
  onPick,
}: {
  sid: string;
  typed: string;
  onPick: (text: string) => void;
}) {
  const asked = /^\/([\p{L}\d-]*)$/u.exec(typed)?.[1];
  const { data } = useQuery({
    ...queryOf(quickAnswersFor, { params: { sid } }),
    enabled: asked !== undefined,
  });
  if (asked === undefined) return null;
  const wanted = withoutAccents(asked.toLowerCase());
  const found = (data?.data ?? [])
    .filter(({ shortcut }) => withoutAccents(shortcut).startsWith(wanted))
    .slice(0, SHOWN);
  if (!data) return null;
  return (
    <Paper withBorder p={4} role="group" aria-label="Respuestas rápidas">
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
