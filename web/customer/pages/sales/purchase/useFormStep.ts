import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { STEPS, type StepId } from './formSteps.ts';

/**
 * The visible step, from the URL's #paso-… or #campo-…: the back button goes one step back, and an error's link opens
 * the step of its field. Moves the focus there.
 */
export function useFormStep(first: StepId): StepId {
  const [step, setStep] = useState(first);
  useEffect(() => {
    function follow(event?: Event) {
      const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      const named = target?.closest('[data-step]')?.getAttribute('data-step');
      const next = STEPS.find(({ id }) => id === named)?.id;
      if (!next && location.hash !== '') return;
      if (!event) return setStep(next ?? first);
      // The step must be visible before it can get the focus.
      flushSync(() => setStep(next ?? first));
      const place = target?.hasAttribute('data-step') ? target.querySelector('h2') : target;
      place?.focus({ preventScroll: true });
      target?.scrollIntoView();
    }
    follow();
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, [first]);
  return step;
}
