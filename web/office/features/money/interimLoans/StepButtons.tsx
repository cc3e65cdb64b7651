import { Group } from '@mantine/core';
import type { EndpointSpec } from '#contract/endpoint.ts';
import type { TransitionOffer } from '#contract/transitions.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';

interface StepButtonsProps {
  of: { version: number; transitions: readonly TransitionOffer[] };
  status: EndpointSpec;
  danger: readonly number[];
  forms?: Readonly<Record<number, () => void>>;
}

/** The changes of state of one row, as buttons. */
export function StepButtons({ of, status, danger, forms = {} }: StepButtonsProps) {
  const steps = useTransitions({ offers: of.transitions, status, version: of.version, danger, forms });
  return (
    <Group gap={4}>
      {steps.map(({ key, label, whyNot, onRun, danger: red, loading }) => (
        <ReasonedButton
          key={key}
          size="compact-sm"
          variant={red ? 'subtle' : 'filled'}
          {...(red && { color: 'red' })}
          {...(loading !== undefined && { loading })}
          whyNot={whyNot}
          onClick={onRun}
        >
          {label}
        </ReasonedButton>
      ))}
    </Group>
  );
}
