import { Stack, Text } from '@mantine/core';
import type { BankData } from '#contract/mortgage/bankData.model.ts';
import { formatPercent } from '#contract/money.ts';
import { DebtLight } from '#web/office/features/interest/DebtLight.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { Section } from '#web/office/ui/Section.tsx';

/** The light of the loan: how much of the family's income the house and all debts take. */
export function BankDataRatio({ data: { ratio, masked } }: { data: BankData }) {
  if (masked) return null;
  return (
    <Section title="Relación cuota / ingreso">
      {ratio ? (
        <Stack gap="sm">
          {ratio.light ? (
            <DebtLight light={ratio.light} />
          ) : (
            <Text size="sm">Faltan los ingresos para calcularla.</Text>
          )}
          <Facts
            narrow
            rows={[
              ['Ingreso familiar al mes', <MoneyText key="i" centavos={ratio.income_centavos} />],
              ['Letra de la casa', <MoneyText key="l" centavos={ratio.installment_centavos} />],
              ['Otras deudas al mes', <MoneyText key="d" centavos={ratio.debts_centavos} />],
              ['Letra sobre el ingreso', ratio.housing === null ? null : formatPercent(ratio.housing)],
              ['Todo sobre el ingreso', ratio.total === null ? null : formatPercent(ratio.total)],
            ]}
          />
        </Stack>
      ) : (
        <Text size="sm" c="dimmed">
          Faltan el abono o el plazo para calcularla.
        </Text>
      )}
    </Section>
  );
}
