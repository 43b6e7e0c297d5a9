/** As `activityDays` of the store. Ordered by points as doubles, the precision shown: sums that differ only beyond it are ties. */
export const ACTIVITY_DAYS = `
  WITH ranked AS (
    SELECT day, activity, events, points,
      CASE
        WHEN activity = '' THEN 'none'
        WHEN row_number() OVER (PARTITION BY day, activity = '' ORDER BY points::double precision DESC, activity COLLATE "C") <= $4 THEN 'named'
        ELSE 'rest'
      END AS kind
    FROM activity_days WHERE board = $1 AND day >= $2 AND day < $3
  )
  SELECT day, kind, activity, events, points FROM (
    SELECT day, kind, CASE kind WHEN 'rest' THEN '' ELSE activity END AS activity, sum(events)::bigint AS events, sum(points) AS points
    FROM ranked GROUP BY 1, 2, 3
  ) AS days
  ORDER BY day, array_position(ARRAY ['named', 'none', 'rest'], kind), points::double precision DESC, activity COLLATE "C"`;
