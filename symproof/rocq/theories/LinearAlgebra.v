(* Facts about matrices used throughout: the projector Pi_S, equality of linear
   maps, and a point avoiding finitely many hyperplanes. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Symproof Require Import Definitions.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Projector.
Variable R : realFieldType.

Lemma Pi_mul N m (S : {set 'I_N}) (B : 'M[R]_(N, m)) k j :
  (Pi S *m B) k j = (k \in S)%:R * B k j.
Proof. by rewrite /Pi mul_diag_mx !mxE. Qed.

Lemma mul_Pi_mul d N m (A : 'M[R]_(d, N)) (S : {set 'I_N}) (B : 'M[R]_(N, m)) i j :
  (A *m Pi S *m B) i j = \sum_(k in S) A i k * B k j.
Proof.
rewrite -mulmxA mxE [RHS]big_mkcond /=; apply: eq_bigr => k _.
by rewrite Pi_mul; case: (k \in S); rewrite ?mul1r // mul0r mulr0.
Qed.

Lemma rank_Pi N (S : {set 'I_N}) : (\rank (Pi S : 'M[R]_N) <= #|S|)%N.
Proof.
have sub : ((Pi S : 'M[R]_N) <= \sum_(k in S) <<(delta_mx 0 k : 'rV[R]_N)>>)%MS.
  apply/row_subP => k; rewrite /Pi row_diag_mx mxE.
  case kS: (k \in S); last by rewrite scale0r sub0mx.
  by rewrite scale1r (sumsmx_sup k) // genmxE.
apply: leq_trans (mxrankS sub) _; apply: leq_trans (mxrank_sum_leqif _) _ => /=.
by rewrite -sum1_card leq_sum // => k _; rewrite genmxE rank_leq_row.
Qed.

(* a sum of products of columns and rows has at most the rank of its nonzero rows *)
Lemma rank_sum d m (J : finType) (P : pred J) (q : J -> 'cV[R]_d) (v : J -> 'rV[R]_m) :
  (\rank (\sum_(j | P j) q j *m v j)%R <= #|[pred j | P j && (v j != 0%R)]|)%N.
Proof.
rewrite (bigID (fun j => v j != 0)) /= [X in (_ + X)%R]big1 ?addr0 => [|j /andP[_]]; last first.
  by rewrite negbK => /eqP ->; rewrite mulmx0.
rewrite -sum1_card; elim/big_rec2: _ => [|j n M _ IH]; first by rewrite mxrank0.
apply: leq_trans (mxrank_add _ _) _; rewrite leq_add //.
by apply: leq_trans (mxrankM_maxl _ _) (rank_leq_col _).
Qed.

Lemma row_Pi N m (S : {set 'I_N}) (B : 'M[R]_(N, m)) i :
  row i (Pi S *m B) = (i \in S)%:R *: row i B.
Proof. by apply/rowP => k; rewrite [LHS]mxE Pi_mul !mxE. Qed.

(* a solution of (3) with an invertible right-hand side uses at least d neurons *)
Lemma card_subset d N (Wd : 'M[R]_(d, N)) Wu (S : {set 'I_N}) (T : 'M[R]_d) :
  T \in unitmx -> Wd *m Pi S *m Wu = T -> (d <= #|S|)%N.
Proof.
move=> uT h; apply: leq_trans (rank_Pi S); rewrite -[X in (X <= _)%N](mxrank_unit uT) -h.
by apply: leq_trans (mxrankM_maxl _ _) (mxrankM_maxr _ _).
Qed.
End Projector.

Section Maps.
Variable R : realFieldType.

Lemma eq_linear_map m n (A B : 'M[R]_(m, n)) :
  (forall x : 'cV[R]_n, A *m x = B *m x) -> A = B.
Proof.
move=> h; apply/matrixP => i j; have := h (delta_mx j 0).
by rewrite -!colE => /colP/(_ i); rewrite !mxE.
Qed.

Lemma entry_mul_col M d (A : 'M[R]_(M, d)) (e : 'cV[R]_d) i : (A *m e) i 0 = (row i A *m e) 0 0.
Proof. by rewrite -row_mul [RHS]mxE. Qed.

Lemma self_dot_neq0 d (v : 'rV[R]_d) : v != 0 -> (v *m v^T) 0 0 != 0.
Proof.
apply: contra => /eqP; rewrite mxE => h; apply/eqP/rowP => j; rewrite mxE.
have : \sum_j v 0 j * v^T j 0 == 0 by rewrite h.
rewrite psumr_eq0 => [/allP/(_ j)|i _]; last by rewrite mxE -expr2 sqr_ge0.
by rewrite mem_index_enum mxE mulf_eq0 orbb => /(_ isT) /eqP.
Qed.
End Maps.

Section Avoid.
Variable R : numDomainType.

Lemma poly_nonroot (p : {poly R}) : p != 0 -> exists t : R, p.[t] != 0.
Proof.
move=> p0; pose rs := [seq n%:R : R | n <- iota 0 (size p)].
have [/allP h|/allPn[t _ ht]] := boolP (all (root p) rs); last first.
  by exists t; rewrite rootE in ht.
have u : uniq rs.
  by rewrite map_inj_uniq ?iota_uniq // => m n /eqP; rewrite eqr_nat => /eqP.
have := max_poly_roots p0 (introT allP h) u.
by rewrite size_map size_iota ltnn.
Qed.

(* some point lies on none of finitely many hyperplanes (moment curve) *)
Lemma avoid_hyperplanes (I : finType) d (P : pred I) (u : I -> 'rV[R]_d) :
  (forall i, P i -> u i != 0) ->
  exists y : 'cV[R]_d, forall i, P i -> (u i *m y) 0 0 != 0.
Proof.
move=> h; pose p := \prod_(i | P i) rVpoly (u i).
have p0 : p != 0.
  apply/prodf_neq0 => i Pi; apply: contra (h i Pi) => /eqP e.
  by rewrite -(rVpolyK (u i)) e linear0.
have [t pt] := poly_nonroot p0; exists (\col_j t ^+ j) => i Pi.
move: pt; rewrite horner_prod => /prodf_neq0 /(_ i Pi).
rewrite (horner_coef_wide t (size_poly _ _)); apply: contra => /eqP e.
apply/eqP; rewrite -[RHS]e mxE; apply: eq_bigr => j _.
by rewrite coef_rVpoly_ord mxE.
Qed.
End Avoid.
