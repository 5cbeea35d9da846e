/* The searches of balance/kernel/reach.py and balance/kernel/flood.py once more, step by step the
 * same, to see how near compiled Python comes to C. Arrays and values are described there.
 */
#include <stdint.h>

enum { OPEN, CLOSED, STOP };
enum { HEX, NEXT };

int64_t find_reach(int64_t start, int64_t points, int64_t n, const int16_t (*neighbour)[6],
                   const uint16_t (*cost)[6], const uint8_t *blocked, int16_t *best, int16_t *came,
                   int32_t (*waiting)[2])
{
    for (int64_t h = 0; h <= n; h++) best[h] = -1;
    best[start] = points;
    came[start] = -1;
    for (int64_t p = 0; p < points; p++) waiting[p][NEXT] = 0;
    int64_t free = points + 1, found = 1;
    waiting[points][NEXT] = free;
    waiting[free][HEX] = start;
    waiting[free][NEXT] = 0;
    for (int64_t left = points; left > 0; left--) {
        for (int64_t at = waiting[left][NEXT]; at; at = waiting[at][NEXT]) {
            int64_t here = waiting[at][HEX];
            if (best[here] != left) continue;
            if (blocked[here] == STOP && here != start) continue;
            for (int side = 0; side < 6; side++) {
                int64_t step = cost[here][side], there = neighbour[here][side];
                int64_t then = left - step, known = best[there];
                if (then <= known) continue;
                if (blocked[there] == CLOSED) continue;
                found += known < 0;
                best[there] = then;
                came[there] = side;
                free++;
                waiting[free][HEX] = there;
                waiting[free][NEXT] = waiting[then][NEXT];
                waiting[then][NEXT] = free;
            }
        }
    }
    return found;
}

/* Hexes reached from all starts together. */
int64_t reach_from(const int64_t *starts, int64_t count, int64_t points, int64_t n,
                   const int16_t (*neighbour)[6], const uint16_t (*cost)[6], const uint8_t *blocked,
                   int16_t *best, int16_t *came, int32_t (*waiting)[2])
{
    int64_t found = 0;
    for (int64_t i = 0; i < count; i++)
        found += find_reach(starts[i], points, n, neighbour, cost, blocked, best, came, waiting);
    return found;
}

static int64_t spread(const int16_t (*neighbour)[6], const uint8_t *open_sides,
                      const int16_t *barred, int16_t *node, int64_t node_limit, int64_t limit,
                      int16_t *links, int16_t *parent, int16_t *queue, int64_t count,
                      int16_t *reached)
{
    int64_t found = 0;
    for (int64_t head = 0; head < count; head++) {
        int64_t here = queue[head], step = links[here] + 1;
        if (step > limit) break;
        for (int d = 0; d < 6; d++) {
            if (!(open_sides[here] >> d & 1)) continue;
            int64_t there = neighbour[here][d];
            if (links[there] <= step || barred[there]) continue;
            links[there] = step;
            parent[there] = here;
            queue[count++] = there;
            if (node[there] == 1 && step <= node_limit) {
                node[there] = 2;
                reached[found++] = there;
            }
        }
    }
    return found;
}

void flood_links(const int16_t (*neighbour)[6], const uint8_t *open_sides, const int16_t *barred,
                 int16_t *node, int64_t node_limit, int64_t limit, int16_t *links, int16_t *marks,
                 int16_t *parent, int16_t *queue, int64_t count, int16_t *reached)
{
    int64_t found = count;
    for (;;) {
        found = spread(neighbour, open_sides, barred, node, node_limit, limit, links, parent,
                       queue, found, reached);
        if (!found) return;
        for (int64_t i = 0; i < found; i++) {
            int64_t here = reached[i];
            marks[here] = 1;
            while (parent[here] != here) marks[here = parent[here]] = 1;
        }
        for (int64_t i = 0; i < found; i++) {
            int64_t here = reached[i];
            links[here] = 0;
            queue[i] = parent[here] = here;
        }
    }
}

/* The sum of all distances, a source in each of the starts in turn. */
int64_t flood_from(const int64_t *starts, int64_t count, int64_t limit, int64_t n,
                   const int16_t (*neighbour)[6], const uint8_t *open_sides, const int16_t *barred,
                   const int16_t *nodes, int16_t *scratch)
{
    int64_t size = n + 1, total = 0;
    int16_t *links = scratch, *marks = links + size, *parent = marks + size,
            *queue = parent + size, *node = queue + size, *reached = node + size;
    for (int64_t i = 0; i < count; i++) {
        int64_t start = starts[i];
        for (int64_t h = 0; h <= n; h++) {
            links[h] = 99;
            marks[h] = 0;
            node[h] = nodes[h];
        }
        links[start] = 0;
        node[start] = 2;
        parent[start] = queue[0] = start;
        flood_links(neighbour, open_sides, barred, node, limit, limit, links, marks, parent,
                    queue, 1, reached);
        for (int64_t h = 0; h < n; h++) total += links[h];
    }
    return total;
}
