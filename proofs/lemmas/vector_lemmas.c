/*
 * The inductions behind vector_lemmas.h.
 */
#include "proofs/lemmas/vector_lemmas.h"

#if !RTMR_WITH_RUNS
/*@ ghost
  void rtmr_first_is_least(struct rtmr_vector *v)
  {
      /@ loop invariant range: 1 <= m <= v->n;
         loop invariant least: \forall integer i; 0 <= i < m ==> v->at[0] <= v->at[i];
         loop assigns m;
         loop variant v->n - m;
      @/
      for (int32_t m = 1; m < v->n; m++) {
          /@ assert parent: v->at[(m - 1) / 2] <= v->at[m]; @/
      }
  }
*/
#endif

/*@ ghost
  void rtmr_above_first(const struct rtmr_vector *v)
  {
      /@ loop invariant range: 1 <= m <= v->n;
         loop invariant all:   \forall integer y; y < v->at[0] ==> Above(v->at, m, y) == m;
         loop invariant some:  \forall integer y; y >= v->at[0] ==> Above(v->at, m, y) <= m - 1;
         loop assigns m;
         loop variant v->n - m;
      @/
      for (int32_t m = 1; m < v->n; m++) { }
  }
*/

/*@ ghost
  void rtmr_above_at_most(struct rtmr_vector \ghost *v)
  {
      /@ loop invariant range: 0 <= m <= v->n;
         loop invariant most:  \forall integer y; 0 <= Above(v->at, m, y) <= m;
         loop assigns m;
         loop variant v->n - m;
      @/
      for (int32_t m = 0; m < v->n; m++) { }
  }
*/

/*@ ghost
  void rtmr_below_first(struct rtmr_vector \ghost *v)
  {
      /@ loop invariant range: 0 <= m <= v->n;
         loop invariant all:   v->n > 0 ==> \forall integer y; y < v->at[0] ==> Above(v->at, m, y) == m;
         loop assigns m;
         loop variant v->n - m;
      @/
      for (int32_t m = 0; m < v->n; m++) { }
  }
*/
