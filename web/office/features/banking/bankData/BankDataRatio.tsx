import { Stack, Text } from '@mantine/core';
import type { BankData } from '#contract/banking/bankData/bankData.model.ts';
import { Verdict } from '#web/office/features/projects/interest/DebtLight.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { Section } from '#web/office/ui/Section.tsx';

/** The debt ratio: the share of the family's income that the house and all debts take. */
export function BankDataRatio({ ratio }: Pick<BankData, 'ratio'>) {
  return (
    <Section title="Relación cuota / ingreso">
      {ratio ? (
        <Stack gap="sm">
          {ratio.verdict ? (
            <Verdict verdict={ratio.verdict} />
          ) : (
            <Text size="sm">Faltan los ingresos para calcularla.</Text>
          )}
          <Facts
            narrow
            rows={[
              ['Ingreso familiar al mes', <MoneyText key="i" centavos={ratio.income_centavos} />],
              ['Otras deudas al mes', <MoneyText key="d" centavos={ratio.debts_centavos} />],
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
