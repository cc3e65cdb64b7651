-- Plans of before are in force as their first version, each activity after the one before it, as their days were added.
INSERT INTO action_plan_links (plan_id, from_activity, to_activity, kind, lag, position)
SELECT plan_id, before, activity_id, 'FS', 0, 0
FROM (SELECT plan_id, activity_id, lag(activity_id) OVER (PARTITION BY plan_id ORDER BY position, activity_id) AS before FROM action_plan_steps) ordered
WHERE before IS NOT NULL;--> statement-breakpoint
UPDATE action_plans SET published_at = created_at,
  days = (SELECT coalesce(sum(s.days), 0) FROM action_plan_steps s WHERE s.plan_id = action_plans.id);--> statement-breakpoint
SELECT setval('action_plan_changes', (SELECT greatest(max(version), 1) FROM action_plans));
