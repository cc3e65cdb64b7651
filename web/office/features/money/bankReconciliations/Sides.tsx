import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { formatMoney } from '#contract/money.ts';
import { matchLines } from '#contract/money/bankReconciliations/endpoints.ts';
import type {
  ReconciledBankLine,
  ReconciledBookLine,
  Reconciliation,
} from '#contract/money/bankReconciliations/model.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { useAction } from '#web/office/lib/query.ts';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { ExplainDrawer } from './ExplainDrawer.tsx';
import { SideLine } from './SideLine.tsx';
import styles from './Sides.module.css';

type Line = ReconciledBankLine | ReconciledBookLine;

/** Both sides: the lines of the bank beside those of the books. Chosen ones of equal sums are matched. */
export function Sides({ one, all }: { one: Reconciliation; all: boolean }) {
  const patch = usePatchSearch();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [explained, setExplained] = useState<Line | null>(null);
  const match = useAction(matchLines, { success: 'Conciliado.' });
  const open = ({ status }: Line) => status === 'open' || status === 'proposed';
  const shown = (list: readonly Line[]) => (all ? list : list.filter(open));
  const of = (list: readonly Line[]) => list.filter(({ key }) => chosen.has(key));
  const [bank, book] = [of(one.bank), of(one.book)];
  const sum = (list: readonly Line[]) => list.reduce((cents, { centavos }) => cents + centavos, 0);
  const off = sum(bank) - sum(book);
  const toggle = (key: string) =>
    setChosen((before) => {
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });
  const side = (title: string, list: readonly Line[], total: number) => (
    <Section
      title={title}
      text={`${list.length} ${list.length === 1 ? 'línea' : 'líneas'}, ${formatMoney(total)}`}
    >
      {list.length === 0 ? (
        <Text size="sm" c="dimmed">
          {all ? 'Sin líneas.' : 'Nada por resolver de este lado.'}
        </Text>
      ) : (
        <ul className={styles.lines}>
          {list.map((line) => (
            <SideLine
              key={line.key}
              one={one}
              line={line}
              chosen={chosen.has(line.key)}
              onChoose={() => toggle(line.key)}
              onExplain={() => setExplained(line)}
            />
          ))}
        </ul>
      )}
    </Section>
  );
  const [left, right] = [shown(one.bank), shown(one.book)];
  return (
    <div className={styles.sides}>
      <Group justify="flex-end" mb="sm">
        <SegmentedControl
          aria-label="Qué líneas se ven"
          value={all ? 'todas' : 'abiertas'}
          onChange={(value) => patch({ ver: value === 'todas' ? 'todas' : undefined })}
          data={[
            { value: 'abiertas', label: 'Por resolver' },
            { value: 'todas', label: 'Todas' },
          ]}
        />
      </Group>
      <div className={styles.two}>
        {side('En el banco', left, sum(left))}
        {side('En los libros', right, sum(right))}
      </div>
      {chosen.size > 0 && (
        <div className={styles.bar}>
          <Text size="sm" component="output">
            Banco {formatMoney(sum(bank))}, libros {formatMoney(sum(book))}
            {off === 0 ? '.' : `: difieren en ${formatMoney(Math.abs(off))}.`}
          </Text>
          <Group gap="xs">
            <Button variant="default" onClick={() => setChosen(new Set())}>
              Soltar
            </Button>
            <ReasonedButton
              whyNot={
                chosen.size < 2
                  ? 'Elige al menos dos líneas.'
                  : off === 0
                    ? null
                    : 'Los dos lados no suman lo mismo.'
              }
              loading={match.isPending}
              onClick={() =>
                match.mutate(
                  {
                    params: { id: one.id },
                    body: { bank: bank.map(({ key }) => key), book: book.map(({ key }) => key) },
                  },
                  { onSuccess: () => setChosen(new Set()) },
                )
              }
            >
              Conciliar lo elegido
            </ReasonedButton>
          </Group>
        </div>
      )}
      {explained && (
        <ExplainDrawer reconciliationId={one.id} line={explained} onClose={() => setExplained(null)} />
      )}
    </div>
  );
}
