import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { countIn } from '../../lib/inFlight.ts';
import { renderInFrame } from '../testFrame.tsx';
import { ProgressBar } from './ProgressBar.tsx';
import styles from './frame.module.css';

const bar = () => document.querySelector(`.${styles.bar}`);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('shows the bar until the last request has ended, and counts each request once', async () => {
  renderInFrame(<ProgressBar />);
  const settle = () => act(() => vi.advanceTimersByTimeAsync(200));
  expect(bar()).toBeNull();

  const first = countIn();
  const second = countIn();
  await settle();
  expect(bar()).not.toBeNull();

  act(first);
  act(first);
  await settle();
  expect(bar()).not.toBeNull();

  act(second);
  await settle();
  expect(bar()).toBeNull();
});
