import { Paper, Stack, Switch, Text, Title, Group } from '@mantine/core';
import { diffWordsWithSpace } from 'diff';
import { useState } from 'react';
import { clauseText, type Clause } from '#contract/legal/contractTemplates/clauses.ts';
import {
  CHANGE_LABELS,
  compareClauses,
  type ClauseChange,
  type ComparedClause,
} from '#contract/legal/contractTemplates/compare.ts';
import { CONDITIONS } from '#contract/legal/contractTemplates/fields.ts';
import type { Tone } from '#web/design/tokens.ts';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import styles from './clauses.module.css';

const TONES: Readonly<Record<ClauseChange, Tone>> = {
  igual: 'neutral',
  texto: 'attention',
  forma: 'attention',
  nueva: 'positive',
  quitada: 'negative',
  movida: 'progress',
};

interface ClauseComparisonProps {
  before: readonly Clause[];
  after: readonly Clause[];
  /** What `before` is: "la versión 2 aprobada". */
  against: string;
}

/** Two texts clause by clause, the words that changed marked. Load it through lazy(). */
export function ClauseComparison({ before, after, against }: ClauseComparisonProps) {
  const [all, setAll] = useState(false);
  const compared = compareClauses(before, after);
  const changed = compared.filter(({ change }) => change !== 'igual');
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {changed.length === 0
            ? `El texto es igual a ${against}.`
            : `${changed.length === 1 ? 'Cambia 1 cláusula' : `Cambian ${changed.length} cláusulas`} frente a ${against}.`}
        </Text>
        <Switch
          label="Mostrar también las iguales"
          checked={all}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
      </Group>
      {(all ? compared : changed).map((one) => (
        <Paper key={one.key} component="section" withBorder p="md" aria-label={one.title}>
          <Group gap="xs" mb="xs">
            <Title order={2} size="h5">
              {one.title}
            </Title>
            <StatePill tone={TONES[one.change]} label={CHANGE_LABELS[one.change]} />
          </Group>
          <Conditions one={one} />
          <Words one={one} />
        </Paper>
      ))}
    </Stack>
  );
}

function Conditions({ one: { before, after } }: { one: ComparedClause }) {
  if (!before || !after || (before.when === after.when && before.title === after.title)) return null;
  return (
    <Text size="sm" c="dimmed" mb={4}>
      {before.title !== after.title && `Antes se llamaba «${before.title}». `}
      {before.when !== after.when &&
        `Antes iba «${CONDITIONS[before.when]}», ahora «${CONDITIONS[after.when]}».`}
    </Text>
  );
}

function Words({ one: { before, after } }: { one: ComparedClause }) {
  const parts = diffWordsWithSpace(before ? clauseText(before) : '', after ? clauseText(after) : '');
  return (
    <Text component="div" size="sm" className={styles.compared ?? ''}>
      {parts.map(({ value, added, removed }, at) =>
        added ? (
          <ins key={at}>{value}</ins>
        ) : removed ? (
          <del key={at}>{value}</del>
        ) : (
          <span key={at}>{value}</span>
        ),
      )}
    </Text>
  );
}
