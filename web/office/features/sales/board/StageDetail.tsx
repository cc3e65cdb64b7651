import { Alert, Group, List, Stack, Text, Title } from '@mantine/core';
import { changeStageStatus } from '#contract/sales/board/boardEndpoints.ts';
import type { StageCard } from '#contract/sales/board/board.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { showDay } from '#web/office/lib/format.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { StageForm } from './StageForm.tsx';

const days = (n: number) => (n === 1 ? '1 día' : `${n} días`);

/** One stage of a sale: what is missing, who has it, the possible transitions and the history. */
export function StageDetail({ saleId, card }: { saleId: number; card: StageCard }) {
  const actions = useTransitions({
    offers: card.transitions,
    status: changeStageStatus,
    version: card.version,
    danger: [8],
  });
  return (
    <Stack gap="md">
      <Group gap="xs">
        <StatePill catalog="cell" state={card.state} />
        {card.days !== null && (
          <Text size="sm" c="dimmed">
            {card.done_at
              ? `Tomó ${days(card.days)}`
              : card.days === 0
                ? 'Desde hoy'
                : `Lleva ${days(card.days)}`}{' '}
            · lo normal: {days(card.normal)}
          </Text>
        )}
      </Group>
      {card.missing.length > 0 && (
        <Alert variant="light" color="yellow" title="Para completarla">
          <List size="sm">
            {card.missing.map((one) => (
              <List.Item key={one}>{one}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Facts
        narrow
        rows={[
          ['Quién la tiene', card.owner?.name ?? card.usual_owner],
          ['Vence', card.due_on && showDay(card.due_on)],
          ['Nota', card.note || null],
        ]}
      />
      {actions.length > 0 && (
        <Group gap="xs">
          {actions.map((one) => (
            <ReasonedButton
              key={one.key}
              size="compact-sm"
              variant={one.danger ? 'subtle' : 'default'}
              whyNot={one.whyNot}
              loading={one.loading ?? false}
              onClick={one.onRun}
            >
              {one.label}
            </ReasonedButton>
          ))}
        </Group>
      )}
      {card.editable && <StageForm key={card.stage} saleId={saleId} card={card} />}
      {card.history.length > 0 && (
        <section aria-label="Historia de la etapa">
          <Title order={3} size="h5" mb={4}>
            Historia
          </Title>
          <Stack gap="xs">
            {card.history.map((one) => (
              <div key={`${one.at} ${one.to}`}>
                <Text size="sm">
                  {one.from} → {one.to}
                  {one.text && `: ${one.text}`}
                </Text>
                <Text size="xs" c="dimmed">
                  <DateText instant={one.at} /> · {one.who ?? 'Por sí sola'}
                </Text>
              </div>
            ))}
          </Stack>
        </section>
      )}
    </Stack>
  );
}
