import { Alert, Button, Stack } from '@mantine/core';
import type { Disbursement } from '#contract/banking/disbursements/disbursements.ts';
import type { Letter } from '#contract/banking/letters/letters.ts';
import { formatMoney, formatPercent } from '#web/office/lib/format.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { ReviewPane } from '#web/office/ui/ReviewPane.tsx';
import { ReviewScreen } from '#web/office/ui/ReviewScreen.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { useState } from 'react';

/** A letter is marked this many days before it expires. */
const SOON = 30;

/** The letter of promise: days left, extensions and the disbursement. */
export function LetterView({ letter, disbursement }: { letter: Letter; disbursement: Disbursement | null }) {
  const [looking, setLooking] = useState(false);
  const left =
    letter.days_left < 0
      ? 'Venció'
      : letter.days_left === 0
        ? 'Vence hoy'
        : `Quedan ${letter.days_left} ${letter.days_left === 1 ? 'día' : 'días'}`;
  const facts = (
    <Facts
      rows={[
        ['Número', letter.number],
        ['Monto', <MoneyText key="m" centavos={letter.amount_centavos} />],
        ['Tasa y plazo', `${formatPercent(letter.rate_percent)} · ${letter.term_months} meses`],
        ['Emitida', <DateText key="i" day={letter.issued_on} />],
        ['Vence', <DateText key="e" day={letter.expires_on} />],
        ['Tiempo', disbursement?.confirmed_at ? 'Desembolsada' : left],
        ...(letter.notes ? [['Notas', letter.notes] as const] : []),
        ...(disbursement
          ? [
              ['Desembolso solicitado', <DateText key="q" day={disbursement.requested_on} />] as const,
              ['Recibido', <DateText key="r" day={disbursement.received_on} />] as const,
              ['Transferencia', disbursement.transfer_number] as const,
            ]
          : []),
        ...letter.extensions.map(
          (one) =>
            [
              'Prórroga',
              one.answered_at === null ? (
                `Pedida: ${one.reason}`
              ) : one.to_expires_on === null ? (
                `Negada: ${one.reason}`
              ) : (
                <>
                  hasta <DateText day={one.to_expires_on} />
                </>
              ),
            ] as const,
        ),
      ]}
    />
  );
  return (
    <Section
      title="Carta promesa"
      actions={
        <Button variant="default" size="compact-sm" onClick={() => setLooking(true)}>
          Ver la carta
        </Button>
      }
    >
      <Stack gap="sm">
        {letter.short_centavos !== null && (
          <Alert
            color="yellow"
            variant="light"
            title={`No cubre el saldo: faltan ${formatMoney(letter.short_centavos)}`}
          />
        )}
        {disbursement === null && letter.days_left <= SOON && (
          <Alert
            color={letter.days_left < 8 ? 'red' : 'yellow'}
            variant="light"
            title={`${left}. Pide la prórroga a tiempo.`}
          />
        )}
        {facts}
      </Stack>
      {looking && (
        <ReviewScreen
          title={`Carta promesa ${letter.number}`}
          back="Volver"
          onClose={() => setLooking(false)}
        >
          <ReviewPane whole paper={letter.file} approve={null} reject={null} busy={false}>
            {facts}
          </ReviewPane>
        </ReviewScreen>
      )}
    </Section>
  );
}
