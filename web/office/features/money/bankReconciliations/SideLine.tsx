import { Badge, Button, Checkbox, Text } from '@mantine/core';
import { linkOptions } from '@tanstack/react-router';
import { adjustLine, releaseMatch } from '#contract/money/bankReconciliations/endpoints.ts';
import {
  LINE_STATUSES,
  type LineStatus,
  type ReconciledBankLine,
  type ReconciledBookLine,
  type Reconciliation,
} from '#contract/money/bankReconciliations/model.ts';
import { EXPLANATIONS } from '#contract/money/bankReconciliations/rules.ts';
import { useAction } from '#web/office/lib/query.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import styles from './Sides.module.css';

const COLORS: Readonly<Record<LineStatus, string>> = {
  matched: 'green',
  adjusted: 'green',
  proposed: 'blue',
  open: 'yellow',
};

interface SideLineProps {
  one: Reconciliation;
  line: ReconciledBankLine | ReconciledBookLine;
  chosen: boolean;
  onChoose: () => void;
  onExplain: () => void;
}

/** A line of one side: what it is, how it stands, and what can be done with it. */
export function SideLine({ one, line, chosen, onChoose, onExplain }: SideLineProps) {
  const adjust = useAction(adjustLine, { success: 'Ajuste registrado.' });
  const release = useAction(releaseMatch, { success: 'Líneas separadas.' });
  const bank = 'offers' in line ? line : null;
  const book = 'transit' in line ? line : null;
  const works = one.may.work;
  const free = line.group === null || (bank !== null && line.waits);
  const name = [line.reference, line.description].filter(Boolean).join(' · ');
  const match = line.group === null ? undefined : one.matches.find(({ group }) => group === line.group);
  return (
    <li className={styles.line} data-chosen={chosen || undefined}>
      <span>
        {works && free && bank?.adjustment == null && (
          <Checkbox aria-label={`Elegir ${name}`} checked={chosen} onChange={onChoose} />
        )}
      </span>
      <span className={styles.words}>
        {name}
        <Text span size="xs" c="dimmed" display="block">
          <DateText day={line.day} />
          {book && book.occurred_on !== line.day && (
            <>
              {' '}
              · ocurrió el <DateText day={book.occurred_on} />
            </>
          )}
          {book?.entry && (
            <>
              {' · '}
              <PageLink {...linkOptions({ to: '/oficina/diario/$id', params: { id: book.entry.id } })}>
                Asiento {book.entry.number}
              </PageLink>
            </>
          )}
        </Text>
      </span>
      <MoneyText centavos={line.centavos} />
      <span className={styles.under}>
        <Badge variant="light" color={COLORS[line.status]} tt="none">
          {LINE_STATUSES[line.status]}
        </Badge>
        {match && (
          <Text span size="xs" c="dimmed">
            {match.why}
            {match.by && `, ${match.by}`}
          </Text>
        )}
        <Marks line={line} bank={bank} book={book} />
        {line.explanation && (
          <Text span size="xs">
            {EXPLANATIONS[line.explanation.kind]}
            {line.explanation.text && `: ${line.explanation.text}`} ({line.explanation.by})
          </Text>
        )}
        {works &&
          bank?.offers.map((offer) => (
            <Button
              key={`${offer.kind} ${offer.of}`}
              size="compact-sm"
              variant="light"
              loading={adjust.isPending}
              onClick={() =>
                adjust.mutate({
                  params: { id: one.id },
                  body: { line_id: Number(line.key.slice(1)), kind: offer.kind, of: offer.of },
                })
              }
            >
              {offer.label}
            </Button>
          ))}
        {works && line.group === null && bank?.adjustment == null && !book?.unassigned && (
          <Button size="compact-sm" variant="subtle" aria-label={`Explicar ${name}`} onClick={onExplain}>
            {line.explanation ? 'Cambiar' : 'Explicar'}
          </Button>
        )}
        {works && match?.id != null && (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`Separar ${name}`}
            loading={release.isPending}
            onClick={() => release.mutate({ params: { id: one.id, match: match.id! }, body: {} })}
          >
            Separar
          </Button>
        )}
      </span>
    </li>
  );
}

/** What else is to be known of a line. */
function Marks({
  line,
  bank,
  book,
}: {
  line: ReconciledBankLine | ReconciledBookLine;
  bank: ReconciledBankLine | null;
  book: ReconciledBookLine | null;
}) {
  const words = [
    line.group === null && book ? book.transit : '',
    line.carried && line.group === null ? 'de un mes anterior' : '',
    bank?.late ? 'llegó con un extracto posterior' : '',
    book?.unassigned && line.group === null ? 'el asiento no dice de qué cuenta salió' : '',
    book?.stale && line.group === null ? 'lleva mucho sin aparecer en el banco' : '',
  ].filter(Boolean);
  return (
    <>
      {words.length > 0 && (
        <Text span size="xs" c="dimmed">
          {words.join(' · ')}
        </Text>
      )}
      {bank?.adjustment && (
        <Text span size="xs">
          {bank.adjustment.voucher_id === null ? (
            'Registrado: los libros lo muestran en un minuto.'
          ) : (
            <>
              <PageLink
                {...linkOptions({
                  to: '/oficina/comprobantes/$id',
                  params: { id: bank.adjustment.voucher_id },
                })}
              >
                Comprobante
              </PageLink>{' '}
              {bank.adjustment.state.toLowerCase()}
            </>
          )}
        </Text>
      )}
    </>
  );
}
