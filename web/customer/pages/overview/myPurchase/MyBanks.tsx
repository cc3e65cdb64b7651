import { panamaDay, dayText } from '#contract/dates.ts';
import type { PageProps } from '#contract/page.ts';
import type { myPurchasePage } from '#contract/overview/myPurchase/pages.ts';
import { Notice } from '#web/customer/components/Notice.tsx';
import styles from '#web/customer/components/Spaced.module.css';

type Bank = PageProps<typeof myPurchasePage>['data']['banks'][number];

/** The banks of the purchase and the answer of each. */
export function MyBanks({ banks }: { banks: readonly Bank[] }) {
  if (banks.length === 0) return null;
  return (
    <section aria-labelledby="bancos" className={styles.spaced}>
      <h2 id="bancos">Tus bancos</h2>
      {banks.map((one) => (
        <Notice
          key={one.bank}
          tone={one.tone}
          title={one.chosen ? `${one.bank} · tu banco elegido` : one.bank}
        >
          {one.text}
          {one.sentAt && one.answerDueOn && (
            <>
              {' '}
              Se envió el {dayText(panamaDay(one.sentAt))}; suele responder hacia el{' '}
              {dayText(one.answerDueOn)}.
            </>
          )}
          {one.letterUntil && <> Vale hasta el {dayText(one.letterUntil)}.</>}
        </Notice>
      ))}
    </section>
  );
}
