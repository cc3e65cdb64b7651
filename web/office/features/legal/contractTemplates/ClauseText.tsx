import { Text } from '@mantine/core';
import { Fragment } from 'react';
import type { RenderedClause, Run } from '#contract/legal/contractTemplates/clauses.ts';
import styles from './clauses.module.css';

/** The text of a rendered clause; its fields are marked, and those without a value stand out. */
export function ClauseText({ clause }: { clause: Pick<RenderedClause, 'lines'> }) {
  return (
    <Text component="div" size="sm" className={styles.text ?? ''}>
      {clause.lines.map(({ bullet, runs }, at) =>
        bullet === null ? (
          <p key={at}>{runs.map(part)}</p>
        ) : (
          <div key={at} className={styles.item}>
            <span>{bullet}</span>
            <p>{runs.map(part)}</p>
          </div>
        ),
      )}
    </Text>
  );
}

function part({ text, bold, italic, underline, field }: Run, at: number) {
  if (text === '\n') return <br key={at} />;
  const look = field === null ? undefined : text.startsWith('[') ? styles.missing : styles.field;
  const plain = look ? <span className={look}>{text}</span> : text;
  const lined = underline ? <u>{plain}</u> : plain;
  const slanted = italic ? <em>{lined}</em> : lined;
  return <Fragment key={at}>{bold ? <strong>{slanted}</strong> : slanted}</Fragment>;
}
