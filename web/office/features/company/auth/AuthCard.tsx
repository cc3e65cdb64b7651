import { Anchor, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import mark from '#web/design/favicon.svg';
import { companyOfDocument } from '#web/office/features/company/settings/useCompany.ts';
import styles from './AuthCard.module.css';

interface AuthCardProps {
  title: string;
  text?: ReactNode;
  children: ReactNode;
  /** Links to other pages, below the card. */
  footer?: ReactNode;
}

/** Frame of the pages before sign-in: one card with one task. */
export function AuthCard({ title, text, children, footer }: AuthCardProps) {
  const { company, logo } = companyOfDocument();
  useEffect(() => {
    document.title = `${title} · ${company}`;
  }, [title, company]);
  return (
    <main className={styles.page}>
      <Paper withBorder className={styles.card}>
        <Stack gap="md">
          <Text className={styles.brand} aria-hidden>
            <img src={logo ?? mark} alt="" height={32} style={{ maxWidth: 160, objectFit: 'contain' }} />
            {company}
          </Text>
          <div>
            <Title order={1}>{title}</Title>
            {text && (
              <Text c="dimmed" size="sm" mt={4} component="div">
                {text}
              </Text>
            )}
          </div>
          {children}
          {footer && (
            <Text size="sm" ta="center" component="div">
              {footer}
            </Text>
          )}
        </Stack>
      </Paper>
    </main>
  );
}

/** Link back to the sign-in page. */
export function BackToSignIn({ children }: { children: ReactNode }) {
  return (
    <Anchor component={Link} to="/ingresar" inherit>
      {children}
    </Anchor>
  );
}
