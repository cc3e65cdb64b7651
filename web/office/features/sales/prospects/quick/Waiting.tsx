import { Button, Stack, Text, Title } from '@mantine/core';
import { normalizePhone } from '#contract/phone.ts';
import { showPhone } from '#web/office/lib/format.ts';
import type { OutboxItem } from '#web/office/lib/outbox/database.ts';
import { CorrectButton, OutboxRow } from '#web/office/ui/outbox/OutboxRow.tsx';
import { knownOf, type QuickProspect } from './quickProspect.ts';
import type { QuickAdd } from './useQuickAdd.ts';

interface WaitingProps {
  quick: QuickAdd;
  onCorrect: (item: OutboxItem<QuickProspect>) => void;
}

/** Prospects in the outbox: not yet sent, or refused with a question. */
export function Waiting({ quick, onCorrect }: WaitingProps) {
  const { outbox } = quick;
  const { items } = outbox;
  if (items.length === 0) return null;
  return (
    <section aria-label="Por enviar">
      <Title order={2} size="h4" mb="xs">
        Por enviar ({items.length})
      </Title>
      <Stack gap="xs">
        {items.map((item) => (
          <OutboxRow
            key={item.id}
            item={item}
            sending={outbox.sending === item.id}
            detail={<Phone typed={item.typed.celular} />}
            actions={
              <Answers
                item={item}
                onAnswer={(patch) => void quick.answer(item, patch)}
                onCorrect={() => onCorrect(item)}
              />
            }
          />
        ))}
      </Stack>
    </section>
  );
}

interface AnswersProps {
  item: OutboxItem;
  onAnswer: (patch: Partial<QuickProspect>) => void;
  onCorrect: () => void;
}

function Answers({ item, onAnswer, onCorrect }: AnswersProps) {
  const known = knownOf(item);
  const person = known?.[0]?.person;
  return (
    <>
      {person && (
        <Button size="sm" onClick={() => onAnswer({ persona_id: person.id })}>
          Es {person.name}
        </Button>
      )}
      {known && (
        <Button size="sm" variant="default" onClick={() => onAnswer({ otra_persona: true })}>
          Es otra persona
        </Button>
      )}
      <CorrectButton item={item} onCorrect={onCorrect} />
    </>
  );
}

function Phone({ typed }: { typed: string }) {
  const phone = normalizePhone(typed);
  return (
    <Text size="sm" c="dimmed" className="figures">
      {phone ? showPhone(phone) : typed}
    </Text>
  );
}
