(* Displays (4) and (5): with s(z) - s(-z) = c z and E(z) = s(z) + s(-z), the equation
   M x + W_down s(W_up x) = V_down s(V_up x) for all x splits into the even part
   W_down E(W_up x) = V_down E(V_up x) and the linear part. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Symproof Require Import Definitions LinearAlgebra.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Parity.
Variables (R : realFieldType) (s : R -> R) (c : R).
Hypothesis s_gap : linear_gap s c.
Let E z := s z + s (- z).
Let two_neq0 : 2%:R != 0 :> R. Proof. by rewrite pnatr_eq0. Qed.

Lemma mlp_even d N (A : 'M[R]_(d, N)) B x : A *m map_mx E (B *m x) = mlp s A B x + mlp s A B (- x).
Proof.
rewrite /mlp mulmxN -mulmxDr; congr (_ *m _).
by apply/colP => i; rewrite !mxE.
Qed.

Lemma mlp_odd d N (A : 'M[R]_(d, N)) B x : c *: (A *m B) *m x = mlp s A B x - mlp s A B (- x).
Proof.
rewrite /mlp mulmxN -mulmxBr -scalemxAl -mulmxA scalemxAr; congr (_ *m _).
by apply/colP => i; rewrite !mxE s_gap.
Qed.

Theorem absorbs_by_parity d N N' (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) Wu (Vd : 'M[R]_(d, N')) Vu :
  absorbs s M Wd Wu Vd Vu <->
  (forall x : 'cV[R]_d, Wd *m map_mx E (Wu *m x) = Vd *m map_mx E (Vu *m x)) /\
  c *: (Vd *m Vu) = c *: (Wd *m Wu) + M *+ 2.
Proof.
split=> [h|[he hl] x].
  split=> [x|]; first by rewrite !mlp_even -(h x) -(h (- x)) mulmxN addrACA subrr add0r.
  apply: eq_linear_map => x; rewrite mulmxDl !mlp_odd -(h x) -(h (- x)) mulmxN.
  rewrite opprD opprK addrACA addrC; congr (_ + _).
  by rewrite !mulr2n mulmxDl.
apply: (scalerI two_neq0).
have half n (A : 'M[R]_(d, n)) B :
    2%:R *: mlp s A B x = A *m map_mx E (B *m x) + c *: (A *m B) *m x.
  by rewrite mlp_even mlp_odd addrACA subrr addr0 scaler_nat mulr2n.
rewrite scalerDr !half he hl mulmxDl addrC -addrA; congr (_ + (_ + _)).
by rewrite scaler_nat !mulr2n mulmxDl.
Qed.
End Parity.

(* an even activation has no linear part: it absorbs no skip M <> 0 *)
Theorem even_never_absorbs (R : realFieldType) (s : R -> R) d N N' (M : 'M[R]_d)
    (Wd : 'M[R]_(d, N)) Wu (Vd : 'M[R]_(d, N')) Vu :
  (forall z, s (- z) = s z) -> absorbs s M Wd Wu Vd Vu -> M = 0.
Proof.
move=> hs; have gap0 : linear_gap s 0 by move=> z; rewrite hs subrr mul0r.
case/(absorbs_by_parity gap0) => _; rewrite !scale0r add0r => e; apply/matrixP => i j.
by have /matrixP/(_ i j)/esym/eqP := e; rewrite mulmxnE !mxE mulrn_eq0 /= => /eqP.
Qed.

Lemma relu_gap (R : realFieldType) : linear_gap (@relu R) 1.
Proof.
move=> z; rewrite mul1r /relu; case: (lerP 0 z) => hz.
  by rewrite (max_l _) ?subr0 // oppr_le0.
by rewrite (max_r _) ?oppr_ge0 ?(ltW hz) // sub0r opprK.
Qed.

Lemma relu_even (R : realFieldType) (z : R) : relu z + relu (- z) = 1 * `|z|.
Proof.
rewrite mul1r /relu; case: (lerP 0 z) => hz.
  by rewrite (max_l _) ?addr0 ?ger0_norm // oppr_le0.
by rewrite (max_r _) ?oppr_ge0 ?(ltW hz) // add0r ltr0_norm.
Qed.

Corollary relu_absorbs_by_parity (R : realFieldType) d N N' (M : 'M[R]_d) (Wd : 'M[R]_(d, N)) Wu
    (Vd : 'M[R]_(d, N')) Vu :
  absorbs relu M Wd Wu Vd Vu <->
  (forall x : 'cV[R]_d, Wd *m map_mx Num.norm (Wu *m x) = Vd *m map_mx Num.norm (Vu *m x)) /\
  Vd *m Vu = Wd *m Wu + M *+ 2.
Proof.
apply: (iff_trans (absorbs_by_parity (@relu_gap R) M Wd Wu Vd Vu)); rewrite !scale1r.
have e n (v : 'cV[R]_n) : map_mx (fun z => relu z + relu (- z)) v = map_mx Num.norm v.
  by apply/colP => i; rewrite !mxE relu_even mul1r.
by split=> -[h1 h2]; split=> // x; have := h1 x; rewrite !e.
Qed.
