import { Alert, Button, Checkbox, CloseButton, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { showDay } from '#contract/dates.ts';
import {
  listSalesForLine,
  type DueOption,
  type SaleOption,
} from '#contract/money/reconciliation/endpoints.ts';
import { sharesOf } from '#contract/money/reconciliation/ranking.ts';
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
  const [beside, setBeside] = useState<readonly Taken[]>([]);
  const [q] = useDebouncedValue(typed.trim(), 250);
  const root = useRef<HTMLElement>(null);
  const { data, error, isPlaceholderData } = useQuery({
    ...queryOf(listSalesForLine, { params: { id: line.id }, query: q ? { q } : {} }),
    placeholderData: keepPreviousData,
  });
  const options = data?.data;
  const sure = options?.[0]?.sure === true && q === '';
  useEffect(() => {
    // Who is already typing in the search box keeps it: a late answer must not take the keys.
    if (sure && document.activeElement !== searchBox.current) focusBest(root.current);
  }, [sure, searchBox]);
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
      {beside.length > 0 && (
        <Beside
          beside={beside}
          left={line.centavos - sumOf(beside.flatMap(({ dues }) => dues))}
          onChange={setBeside}
        />
      )}
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
          {options
            .filter(({ sale }) => !beside.some((one) => one.option.sale.id === sale.id))
            .map((one, at) => (
              <li key={one.sale.id}>
                <Option
                  line={line}
                  option={one}
                  best={at === 0}
                  beside={beside}
                  onBeside={(taken) => {
                    setBeside([...beside, taken]);
                    setTyped('');
                    searchBox.current?.focus();
                  }}
                  onDone={onDone}
                />
              </li>
            ))}
        </ul>
      )}
    </section>
  );
}

const focusBest = (root: HTMLElement | null) =>
  root?.querySelector<HTMLElement>('[data-best] [data-confirm]')?.focus();

/** Dues of one sale that share the deposit with those of another one. */
interface Taken {
  option: SaleOption;
  dues: readonly DueOption[];
}

const sumOf = (dues: readonly DueOption[]) => dues.reduce((sum, { centavos }) => sum + centavos, 0);

interface BesideProps {
  beside: readonly Taken[];
  /** What is left for the next sale, in centavos. */
  left: number;
  onChange: (beside: readonly Taken[]) => void;
}

/** The sales that were taken before: the deposit is confirmed with the last one. */
function Beside({ beside, left, onChange }: BesideProps) {
  return (
    <Paper withBorder p="sm" mb="sm" component="section" aria-label="Este depósito también paga">
      <Text size="sm" fw={600}>
        Este depósito también paga
      </Text>
      {beside.map(({ option, dues }) => (
        <Group key={option.sale.id} justify="space-between" gap="xs" wrap="nowrap">
          <Text size="sm">
            {option.name}: {dues.map(({ title }) => title).join(', ')} · <MoneyText centavos={sumOf(dues)} />
          </Text>
          <CloseButton
            aria-label={`Quitar a ${option.name}`}
            onClick={() => onChange(beside.filter((one) => one.option !== option))}
          />
        </Group>
      ))}
      <Text size="sm" c="dimmed">
        {left > 0 ? 'Queda para otra venta: ' : 'Ya no queda nada: quita alguna. Falta: '}
        <MoneyText centavos={Math.abs(left)} />
      </Text>
    </Paper>
  );
}

interface OptionProps {
  line: LineRow;
  option: SaleOption;
  best: boolean;
  /** Dues of other sales that this deposit pays too. */
  beside: readonly Taken[];
  onBeside: (taken: Taken) => void;
  onDone: () => void;
}

function Option({ line, option, best, beside, onBeside, onDone }: OptionProps) {
  const [chosen, setChosen] = useState<readonly number[]>(option.chosen);
  const save = useAction(confirmLine, { success: ({ success }) => success });
  const dues = chosen.flatMap((id) => option.dues.find((due) => due.id === id) ?? []);
  const taken = [...beside, { option, dues }];
  const all = taken.flatMap((one) => one.dues);
  const whyNot = option.disabled ?? (dues.length === 0 ? 'Elige qué paga este depósito.' : null);
  const short = shortIn(line.centavos, taken);
  const confirm = async () => {
    if (short && !(await askInPart(short))) return;
    save.mutate(
      { params: { id: line.id }, body: { pagos: all.map(({ id, version }) => ({ id, version })) } },
      { onSuccess: onDone },
    );
  };
  const left = line.centavos - sumOf(all);
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
        <Group gap="xs" data-confirm-of={option.sale.id}>
          {whyNot === null && left > 0 && (
            <Button size="sm" variant="subtle" onClick={() => onBeside({ option, dues })}>
              Sumar otra venta
            </Button>
          )}
          <ReasonedButton
            size="sm"
            variant={best ? 'filled' : 'default'}
            whyNot={whyNot}
            loading={save.isPending}
            onClick={() => void confirm()}
            {...{ 'data-confirm': true }}
          >
            {short ? 'Confirmar en parte' : 'Confirmar'}
          </ReasonedButton>
        </Group>
      </Group>
      <Dues dues={option.dues} chosen={chosen} onChange={setChosen} />
      {dues.length > 0 && <Difference cents={left} />}
    </Paper>
  );
}

/** The share whose money does not reach for its first due, which is then paid in part. */
function shortIn(cents: number, taken: readonly Taken[]) {
  const dues = taken.flatMap(({ option, dues: own }) =>
    own.map((due) => ({
      name: option.name,
      saleId: option.sale.id,
      cents: due.centavos,
      ofPrice: due.of_price,
    })),
  );
  const short = sharesOf(cents, dues).find((one) => one.cents > 0 && one.cents < one.dues[0]!.cents);
  return short && { name: short.dues[0]!.name, cents: short.cents, due: short.dues[0]!.cents };
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
