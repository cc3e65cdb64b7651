import { Alert, Checkbox, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { showDay } from '#contract/dates.ts';
import {
  listSalesForLine,
  type DueOption,
  type SaleOption,
} from '#contract/money/reconciliation/endpoints.ts';
import { LIKENESS_REASONS } from '#contract/money/statements/matching.ts';
import { confirmLine } from '#contract/money/statements/statementEndpoints.ts';
import type { LineRow } from '#contract/money/statements/statements.ts';
import { saleName } from '#contract/sales/sale/saleName.ts';
import { askInPart } from '#web/office/features/money/verification/askInPart.ts';
import { Difference } from '#web/office/features/money/verification/ConfirmPayment.tsx';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import styles from './ReconcilePage.module.css';

interface SalesForLineProps {
  line: LineRow;
  searchBox: RefObject<HTMLInputElement | null>;
  searchLabel: string;
  /** The line has its payment. */
  onDone: () => void;
}

/**
 * The sales that the line may be for, or those that were searched. A sure one has the focus on its button, so that Enter
 * confirms it; from the search box, Enter goes to the first one found.
 */
export function SalesForLine({ line, searchBox, searchLabel, onDone }: SalesForLineProps) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), 250);
  const root = useRef<HTMLElement>(null);
  const { data, error, isPlaceholderData } = useQuery({
    ...queryOf(listSalesForLine, { params: { id: line.id }, query: q ? { q } : {} }),
    placeholderData: keepPreviousData,
  });
  const options = data?.data;
  const sure = options?.[0]?.sure === true && q === '';
  useEffect(() => {
    if (sure) focusBest(root.current);
  }, [sure]);
  const onKey = (event: KeyboardEvent) => {
    // Back from the search box to the keys of the desk.
    if (event.key === 'Escape') searchBox.current?.blur();
    if (event.key !== 'Enter') return;
    // A key that is held down must not confirm one line after another.
    if (event.repeat) event.preventDefault();
    else if (event.target === searchBox.current && !isPlaceholderData && q === typed.trim()) {
      event.preventDefault();
      focusBest(root.current);
    }
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the controls inside
    <section ref={root} aria-label="Ventas que pueden ser" onKeyDownCapture={onKey}>
      <TextInput
        ref={searchBox}
        label={searchLabel}
        placeholder="Código, nombre, cédula, teléfono o lote"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        mb="sm"
      />
      {error && !options ? (
        <Alert color="red" variant="light" role="alert" title={sentence(error)} />
      ) : !options ? (
        <PendingPage />
      ) : options.length === 0 ? (
        <Text c="dimmed" size="sm">
          {q === ''
            ? 'Ninguna venta se parece a esta línea. Búscala.'
            : 'Ninguna venta coincide. Busca de otra forma, o aparta la línea.'}
        </Text>
      ) : (
        <ul className={styles.options}>
          {options.map((one, at) => (
            <li key={one.sale.id}>
              <Option line={line} option={one} best={at === 0} onDone={onDone} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const focusBest = (root: HTMLElement | null) =>
  root?.querySelector<HTMLElement>('[data-best] [data-confirm]')?.focus();

interface OptionProps {
  line: LineRow;
  option: SaleOption;
  best: boolean;
  onDone: () => void;
}

function Option({ line, option, best, onDone }: OptionProps) {
  const [chosen, setChosen] = useState<readonly number[]>(option.chosen);
  const save = useAction(confirmLine, { success: ({ success }) => success });
  const dues = chosen.flatMap((id) => option.dues.find((due) => due.id === id) ?? []);
  const total = dues.reduce((sum, { centavos }) => sum + centavos, 0);
  const whyNot = option.disabled ?? whyNotChosen(dues);
  const confirm = async () => {
    const [first] = dues;
    const due = first!.centavos;
    if (line.centavos < due && !(await askInPart({ name: option.name, cents: line.centavos, due }))) return;
    save.mutate(
      { params: { id: line.id }, body: { pagos: dues.map(({ id, version }) => ({ id, version })) } },
      { onSuccess: onDone },
    );
  };
  return (
    <Paper withBorder p="sm" {...(best && { 'data-best': true })}>
      <Group justify="space-between" align="flex-start" gap="xs" wrap="wrap">
        <div style={{ minWidth: 0, flex: '1 1 240px' }}>
          <PageLink
            to="/oficina/ventas/$id"
            params={{ id: option.sale.id }}
            search={{ tab: 'pagos' }}
            fw={600}
          >
            {option.name}
          </PageLink>
          <Text size="xs" c="dimmed">
            {[saleName(option.sale), option.project, option.lot && `Lote ${option.lot}`]
              .filter(Boolean)
              .join(' · ')}
          </Text>
          <Group gap={4} mt={4}>
            {option.why.map((reason) => (
              <StatePill key={reason} tone="positive" label={LIKENESS_REASONS[reason]} />
            ))}
          </Group>
        </div>
        <div data-confirm-of={option.sale.id}>
          <ReasonedButton
            size="sm"
            variant={best ? 'filled' : 'default'}
            whyNot={whyNot}
            loading={save.isPending}
            onClick={() => void confirm()}
            {...{ 'data-confirm': true }}
          >
            {line.centavos < (dues[0]?.centavos ?? 0) ? 'Confirmar en parte' : 'Confirmar'}
          </ReasonedButton>
        </div>
      </Group>
      <Dues dues={option.dues} chosen={chosen} onChange={setChosen} />
      {dues.length > 0 && <Difference cents={line.centavos - total} />}
    </Paper>
  );
}

function whyNotChosen(dues: readonly DueOption[]): string | null {
  if (dues.length === 0) return 'Elige qué paga este depósito.';
  return dues.some(({ of_price }) => of_price !== dues[0]!.of_price)
    ? 'Elige cobros del precio o cobros aparte, no ambos a la vez.'
    : null;
}

/** Dues shown before the rest is asked for. */
const FIRST = 4;

function Dues({
  dues,
  chosen,
  onChange,
}: {
  dues: readonly DueOption[];
  chosen: readonly number[];
  onChange: (ids: number[]) => void;
}) {
  const [all, setAll] = useState(false);
  const shown = all ? dues : dues.filter(({ id }, at) => at < FIRST || chosen.includes(id));
  return (
    <Stack gap={4} mt="xs">
      {shown.map((due) => (
        <Checkbox
          key={due.id}
          size="sm"
          checked={chosen.includes(due.id)}
          onChange={() =>
            onChange(chosen.includes(due.id) ? chosen.filter((id) => id !== due.id) : [...chosen, due.id])
          }
          label={
            <>
              {due.title} · <MoneyText centavos={due.centavos} />
              <Text span size="xs" c="dimmed">
                {due.due_on && ` · vence ${showDay(due.due_on)}`}
                {due.reported_centavos !== null && (
                  <>
                    {' '}
                    · el cliente dice <MoneyText centavos={due.reported_centavos} size="xs" />
                  </>
                )}
              </Text>
            </>
          }
        />
      ))}
      {shown.length < dues.length && (
        <Text size="xs">
          <button type="button" className={styles.more} onClick={() => setAll(true)}>
            Ver los {dues.length} cobros
          </button>
        </Text>
      )}
    </Stack>
  );
}
