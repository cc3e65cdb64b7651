import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';

const User = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  user_type: z.object({ id: z.number(), name: z.string() }),
  roles: z.array(z.object({ id: z.number(), display_name: z.string() })),
  permissions: z.array(z.string()),
  two_factor: z.boolean(),
});
export type User = z.infer<typeof User>;

export const userEndpoint = endpoint({
  method: 'GET',
  path: '/api/user',
  access: 'staff',
  summary: 'user',
  answer: data(User),
});
export const logoutEndpoint = endpoint({
  method: 'POST',
  path: '/api/logout',
  access: 'staff',
  summary: 'logout',
  answer: z.object({ message: z.string() }),
});
export const loginEndpoint = endpoint({
  method: 'POST',
  path: '/api/login',
  access: 'public',
  summary: 'login',
  body: z.object({ email: z.string(), password: z.string(), remember: z.boolean().optional() }),
  answer: z.object({ token: z.string(), two_factor: z.boolean() }),
});
export const secondStepEndpoint = endpoint({
  method: 'POST',
  path: '/api/login/second_step',
  access: 'staff',
  summary: 'second step',
  body: z.object({ code: z.string(), remember: z.boolean().optional() }),
  answer: z.object({ success: z.boolean() }),
});
